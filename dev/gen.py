# spec: label rb N batch chunk | n lines threads points cluster cstage blocks near radices ; ...
out=[]
def one(label,rb,n,T,E,C,cs,blocks,near,rad,total=28):
    lines=T*E*C//n
    assert lines>=1 and lines*n==T*E*C,(label,n,T,E,C)
    tot=(1<<total)//(1 if rb==4 else 2)
    batch=tot//n
    out.append(f"{label} {rb} {n} {batch} 0 | {n} {lines} {T} {E} {C} {cs} {blocks} {near} "+" ".join(map(str,rad)))
def two(label,rb,N,p1,p2,chunk=0,total=28,batch=None):
    tot=(1<<total)//(1 if rb==4 else 2)
    b=batch or tot//N
    s=[]
    for (n,lines,T,E,C,cs,blocks,near,rad) in (p1,p2):
        assert T*E*C==n*lines,(label,n,lines,T,E,C)
        s.append(f"{n} {lines} {T} {E} {C} {cs} {blocks} {near} "+" ".join(map(str,rad)))
    out.append(f"{label} {rb} {N} {b} {chunk} | "+" ; ".join(s))
# short
for n in (2,4,8,16,32):
    for T,E,b in ((256,16,4),(128,16,8),(256,8,6)):
        if n<=E: one(f"s{n}.{T}.{E}",4,n,T,E,1,0,b,2,[1,n,1])
    if n<=8: one(f"s{n}d",4,n,256,8,1,0,4,2,[n])
one("s32d",4,32,256,32,1,0,2,2,[1,32,1])
for n,rads in ((64,[(8,8),(4,16),(16,4)]),(128,[(8,16),(16,8)]),(256,[(16,16),(4,8,8)]),(512,[(8,8,8),(2,16,16),(32,16),(16,32)]),(1024,[(4,16,16),(32,32),(8,8,16),(16,8,8)]),(2048,[(8,16,16),(16,8,16),(16,16,8)]),(4096,[(16,16,16),(8,8,8,8)]),(8192,[(32,16,16),(16,16,32),(8,8,8,16),(2,16,16,16)])):
    for r in rads:
        m=max(r)
        if m<=16:
            T=max(n//16,128)
            one(f"b{n}.16."+"x".join(map(str,r)),4,n,T,16,1,0,max(1,1024//T),2,list(r))
        T=max(n//32,128)
        for regs_blocks in (5*128//T, 4*128//T, 6*128//T):
            if regs_blocks>=1: one(f"b{n}.32.b{regs_blocks}."+"x".join(map(str,r)),4,n,T,32,1,0,regs_blocks,2,list(r))
# 2^14
one("c2^14.2",4,1<<14,256,32,2,0,3,2,[16,32,32]);one("c2^14.2b",4,1<<14,256,32,2,0,2,2,[16,32,32])
one("c2^14.2",4,1<<14,256,32,2,1,3,2,[8,16,8,16]);one("c2^14.4",4,1<<14,128,32,4,1,5,2,[8,16,8,16]);one("c2^14.4b",4,1<<14,128,32,4,0,5,2,[32,16,32]);one("c2^14.1",4,1<<14,512,32,1,0,1,2,[32,16,32]);one("c2^14.e16",4,1<<14,512,16,2,1,2,2,[8,16,8,16]);one("c2^14.e16.1",4,1<<14,1024,16,1,0,1,2,[8,16,8,16])
for lg,rads in ((15,[((16,16),(8,16)),((8,16),(16,16)),((32,),(32,32)),((32,32),(32,))]),(16,[((16,16),(16,16)),((8,32),(16,16)),((64,),(32,32))]),(17,[((32,16),(16,16)),((16,16),(32,16)),((16,32),(16,16)),((16,16),(16,32))]),(18,[((32,16),(32,16)),((16,32),(16,32)),((32,16),(16,32)),((16,32),(32,16))])):
    for A,Bv in rads:
        cs=len(A)-1; r=list(A)+list(Bv); m=max(r)
        for C in (2,4,8,16):
            if A[-1]%C or Bv[0]%C: continue
            for E,bs in ((32,(3,2,4,5)),(16,(2,3,4))):
                if m>E: continue
                T=(1<<lg)//C//E
                if T>1024 or T<64: continue
                for b in bs:
                    rg=65536//(T*b)
                    if E==32 and not 72<=rg<=170: continue
                    if E==16 and not 48<=rg<=80: continue
                    if T*E*8*b>220*1024: continue
                    one(f"c2^{lg}.C{C}.E{E}.b{b}."+"x".join(map(str,r)),4,1<<lg,T,E,C,cs,b,2,r)
print("\n".join(out))
