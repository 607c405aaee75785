exec(open('gen.py').read().split("# short")[0])
def P(n,lines,C,cs,blocks,rad,E=32,near=102): 
    T=n*lines//(C*E); return (n,lines,T,E,C,cs,blocks,near,rad)
for near in (102,1102,2102):
    one(f"8192.e.{near}",4,8192,256,32,1,0,2,near,[32,16,16]); one(f"8192.b.{near}",4,8192,512,16,1,0,2,near,[8,8,8,16]); one(f"8192.f.{near}",4,8192,256,32,1,0,2,near,[16,16,32])
    one(f"4096.{near}",4,4096,256,16,1,0,4,near,[16,16,16])
for near in (102,1102):
  for lg,rads in ((14,[((32,),(16,32)),((32,),(32,16)),((16,32),(32,)),((16,8),(16,8)),((8,16),(16,8))]),(15,[((32,),(32,32)),((32,32),(32,)),((16,16),(16,8)),((8,16),(16,16)),((16,8),(16,16))]),(16,[((16,16),(16,16)),((16,16),(8,32)),((8,32),(16,16)),((16,32),(16,8)),((8,32),(32,8))]),(17,[((32,16),(16,16)),((16,16),(32,16)),((16,16),(16,32)),((16,32),(16,16))]),(18,[((32,16),(32,16)),((16,32),(16,32)),((32,16),(16,32))])):
    for A,Bv in rads:
        cs=len(A)-1; r=list(A)+list(Bv); m=max(r)
        for C in (2,4,8,16):
            if lg==14 and C>4: continue
            if lg==15 and C<8: continue
            if lg==16 and C<8: continue
            if lg==17 and C<16: continue
            if A[-1]%C or Bv[0]%C: continue
            for E in (16,32):
                if m>E: continue
                T=(1<<lg)//C//E
                if T>1024 or T<64: continue
                for b in (1,2,3,4,5,6):
                    rg=65536//(T*b)
                    if E==32 and not 96<=rg<=130: continue
                    if E==16 and not 60<=rg<=66: continue
                    sm=T*E*8*b
                    if sm>170*1024: continue
                    if near==1102 and E==32 and b==5: continue
                    one(f"c2^{lg}.C{C}.E{E}.b{b}.n{near}."+"x".join(map(str,A))+"|"+"x".join(map(str,Bv)),4,1<<lg,T,E,C,cs,b,near,r)
print("\n".join(out)); out=[]
for near in (102,1102):
    for Cs,b in ((1,1),(2,2),(4,4)):
        two(f"t2^20.C{Cs}.b{b}.n{near}",4,1<<20,P(1024,16,Cs,0,b,[32,32],near=near),P(1024,16,Cs,0,b,[32,32],near=near))
    two(f"t2^20.E16.C1.n{near}",4,1<<20,P(1024,16,1,0,1,[16,8,8],16,near=near),P(1024,16,1,0,1,[16,8,8],16,near=near))
    two(f"t2^20.E16.C1.8.n{near}",4,1<<20,P(1024,8,1,0,2,[16,8,8],16,near=near),P(1024,8,1,0,2,[16,8,8],16,near=near))
    two(f"t2^18.C1.8.n{near}",4,1<<18,P(512,16,1,0,2,[8,8,8],16,near=near),P(512,16,1,0,2,[8,8,8],16,near=near))
    two(f"t2^18.C1.n{near}",4,1<<18,P(512,16,1,0,2,[16,32],near=near),P(512,16,1,0,2,[32,16],near=near))
    two(f"t2^19.n{near}",4,1<<19,P(1024,16,1,0,1,[32,32],near=near),P(512,16,1,0,2,[8,8,8],16,near=near))
    for C,b in ((8,5),(8,4),(4,2)):
        for cs,r in ((0,[16,16,8]),(1,[16,8,16]),(1,[8,16,16]),(1,[16,16,8])):
            if r[cs]%C or r[cs+1]%C: continue
            two(f"t2^22.C{C}.b{b}.cs{cs}.n{near}."+"x".join(map(str,r)),4,1<<22,P(2048,16,C,cs,b,r,near=near),P(2048,16,C,cs,b,r,near=near))
    for C,b in ((16,4),(8,2),(16,5)):
        for cs in (0,1): two(f"t2^24.C{C}.b{b}.cs{cs}.n{near}",4,1<<24,P(4096,16,C,cs,b,[16,16,16],near=near),P(4096,16,C,cs,b,[16,16,16],near=near))
    two(f"t2^24.w8.n{near}",4,1<<24,P(4096,8,8,1,4,[16,16,16],near=near),P(4096,8,8,1,4,[16,16,16],near=near))
    for cs,r in ((1,[32,16,16]),(1,[16,32,16])): two(f"t2^26.C16.cs{cs}.n{near}."+"x".join(map(str,r)),4,1<<26,P(8192,16,16,cs,2,r,near=near),P(8192,16,16,cs,2,r,near=near))
    two(f"t2^26.w8.n{near}",4,1<<26,P(8192,8,16,1,4,[32,16,16],near=near),P(8192,8,16,1,4,[32,16,16],near=near))
    two(f"t2^28.C16.n{near}",4,1<<28,P(16384,16,16,1,1,[32,32,16],near=near),P(16384,16,16,1,1,[32,32,16],near=near))
    two(f"t2^28.w8.n{near}",4,1<<28,P(16384,8,16,1,2,[32,32,16],near=near),P(16384,8,16,1,2,[32,32,16],near=near))
    out.append(f"t3.2^24.n{near} 4 {1<<24} 16 0 | 256 32 256 32 1 0 2 {near} 16 16 ; 256 32 256 32 1 0 2 {near} 16 16 ; 256 32 256 32 1 0 2 {near} 16 16") if False else None
    for n,r,C,cs,E,b in ((4096,(16,16,16),1,0,16,2),(8192,(8,8,8,16),2,1,16,2),(8192,(8,8,8,16),4,1,16,4) ,(1<<14,(8,16,8,16),4,1,16,2),(1<<14,(8,16,8,16),8,1,16,4),(1<<15,(16,16,8,16),8,1,16,2),(1<<15,(8,16,16,16),16,1,16,4),(1<<16,(16,16,16,16),16,1,16,2),(1<<17,(16,16,16,32),16,1,32,1)):
        T=max(n//C//E,64)
        one(f"d{n}.C{C}.E{E}.b{b}.n{near}."+"x".join(map(str,r)),8,n,T,E,C,cs,b,near-1,list(r))
out=[o for o in out if o]
open('two5.txt','w').write("\n".join(out)+"\n")
