// dev only: nvcc -O2 -arch=sm_90 -I../src -I../include sweep.cu shape.o banks.o prelude.o factors.o libatalanta.a -lcuda -lnvrtc -lcufft
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <cufft.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <string>
#include <vector>
#include <map>
#include <algorithm>
#include <fstream>
#include <sstream>
#include <functional>
extern "C" {
#include "engine/gpu/prelude.h"
#include "engine/gpu/factors.h"
}
#include "engine/gpu/kernels/arguments.h"
using namespace std;
static cudaStream_t st;
#define CK(x) do{ CUresult r_=(x); if(r_){const char*s;cuGetErrorString(r_,&s);printf("ERR %s line %d %s\n",s,__LINE__,#x);} }while(0)
static string slurp(const string&p){ifstream f(p);stringstream s;s<<f.rdbuf();return s.str();}
static double timeit(const function<void()>&f,int inner){ cudaEvent_t a,b; cudaEventCreate(&a); cudaEventCreate(&b); f(); f(); cudaStreamSynchronize(st); vector<double> v; float ms;
  for(int k=0;k<7;k++){cudaEventRecord(a,st); for(int i=0;i<inner;i++) f(); cudaEventRecord(b,st); cudaEventSynchronize(b); cudaEventElapsedTime(&ms,a,b); v.push_back(ms*1e-3/inner);} sort(v.begin(),v.end()); return v[3]; }
__global__ void __launch_bounds__(256) copyk(const float4*__restrict__ a,float4*__restrict__ b){ size_t i=(size_t)blockIdx.x*256+threadIdx.x; __stcs(b+i,__ldcs(a+i)); }
template<class T> __global__ void fillk(T*a,size_t n){size_t i=(size_t)blockIdx.x*blockDim.x+threadIdx.x; if(i<n){unsigned x=(unsigned)(i*2654435761u)^0x9e3779b9u; x^=x>>16;x*=0x7feb352du;x^=x>>15;x*=0x846ca68bu;x^=x>>16; a[i]=(T)((x*(1.0/4294967296.0))-0.5);}}
struct Pass{ ata_gpu_kernel k; CUfunction f; int regs,spill,occ; void*tables; long long loops_count[3], in_s[3],out_s[3]; int nloops; int exact,ahead; size_t sh; };
static vector<string> hn,ht; 
static bool build(Pass&p,string&why){
  ata_gpu_shape*s=&p.k.shape; if(ata_gpu_shape_make(s)){why="shape";return false;}
  int64_t tn=ata_gpu_factors_place(s); size_t es=2*s->real_bytes; vector<char> tb((tn+1)*es); ata_gpu_factors_write(s,tb.data()); cudaMalloc(&p.tables,tb.size()); cudaMemcpy(p.tables,tb.data(),tb.size(),cudaMemcpyHostToDevice);
  static char buf[65536]; ata_text t={buf,sizeof buf,0}; ata_gpu_prelude_write(&p.k,&t);
  string src="#define THREADS "+to_string(s->threads)+"\n#define CLUSTER "+to_string(s->cluster)+"\n"+buf+"#include \"engine/gpu/kernels/gpu.cuh\"\n#include \"engine/gpu/kernels/pass.cu\"\n";
  vector<const char*> n,h; for(size_t i=0;i<hn.size();i++){n.push_back(hn[i].c_str());h.push_back(ht[i].c_str());}
  nvrtcProgram pr; nvrtcCreateProgram(&pr,src.c_str(),"unit.cu",n.size(),h.data(),n.data()); const char*o[]={"--gpu-architecture=sm_90","--std=c++17"}; nvrtcResult r=nvrtcCompileProgram(pr,2,o);
  if(r){size_t z;nvrtcGetProgramLogSize(pr,&z);string l(z,0);nvrtcGetProgramLog(pr,&l[0]);why="nvrtc "+l.substr(0,400);return false;}
  size_t z;nvrtcGetCUBINSize(pr,&z);vector<char> c(z);nvrtcGetCUBIN(pr,c.data());nvrtcDestroyProgram(&pr); CUmodule m; CK(cuModuleLoadData(&m,c.data())); CK(cuModuleGetFunction(&p.f,m,"pass"));
  size_t sh=s->shared_elements*es; if(s->prefetch) sh+=(size_t)s->threads*s->points*es; p.sh=sh; if(sh>232448){why="shared "+to_string(sh);return false;} CK(cuFuncSetAttribute(p.f,CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,(int)sh)); CK(cuFuncSetAttribute(p.f,CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,p.exact?min(100,(int)((s->blocks_wanted*(sh+1100)*100+228*1024-1)/(228*1024))):100)); if(s->cluster>8) CK(cuFuncSetAttribute(p.f,CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,1));
  cuFuncGetAttribute(&p.regs,CU_FUNC_ATTRIBUTE_NUM_REGS,p.f); cuFuncGetAttribute(&p.spill,CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,p.f);
  if(s->cluster>1){ CUlaunchConfig c={}; c.gridDimX=s->cluster*1024; c.gridDimY=c.gridDimZ=1; c.blockDimX=s->threads; c.blockDimY=c.blockDimZ=1; c.sharedMemBytes=sh; CUlaunchAttribute at; at.id=CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION; at.value.clusterDim.x=s->cluster; at.value.clusterDim.y=at.value.clusterDim.z=1; c.attrs=&at;c.numAttrs=1; int ncl=0; cuOccupancyMaxActiveClusters(&ncl,p.f,&c); p.occ=ncl*s->cluster; } else { cuOccupancyMaxActiveBlocksPerMultiprocessor(&p.occ,p.f,s->threads,sh); p.occ*=132; }
  if(p.occ==0){why="occupancy 0";return false;}
  return true; }
static void launch(Pass&p,const void*in,void*out,long long b0,long long bn){ // batch [b0,b0+bn)
  ata_gpu_shape*s=&p.k.shape; ata_kernel_arguments a; memset(&a,0,sizeof a); size_t es=2*s->real_bytes; int L=p.nloops; a.in=(const char*)in+b0*p.in_s[L-1]*es; a.out=(char*)out+b0*p.out_s[L-1]*es; a.tables=p.tables; a.aligned=3; a.scale=1;
  long long blocks=1; for(int l=0;l<L;l++){ long long c=l==L-1?(bn<0?p.loops_count[l]:bn):p.loops_count[l]; a.count[l]=c; a.in_stride[l]=p.in_s[l]; a.out_stride[l]=p.out_s[l]; if(l==0){a.tiles=c/s->lines; blocks*=a.tiles;} else blocks*=c; }
  a.tile_count=blocks; a.ahead=p.ahead?p.ahead*p.occ/s->cluster:0; blocks*=s->cluster; if(s->prefetch) blocks=min(blocks,(long long)p.occ); CUlaunchConfig c={}; c.gridDimX=blocks; c.gridDimY=c.gridDimZ=1; c.blockDimX=s->threads; c.blockDimY=c.blockDimZ=1; c.sharedMemBytes=p.sh; c.hStream=(CUstream)st; CUlaunchAttribute at; at.id=CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION; at.value.clusterDim.x=s->cluster; at.value.clusterDim.y=at.value.clusterDim.z=1; if(s->cluster>1){c.attrs=&at;c.numAttrs=1;}
  void*args[]={&a}; CUresult r=cuLaunchKernelEx(&c,p.f,args,0); if(r){const char*e;cuGetErrorString(r,&e);printf("launch %s\n",e);} }
int main(int argc,char**argv){
  cudaStreamCreate(&st); cudaFree(0); string root=argv[1];
  for(string f:{"engine/gpu/kernels/gpu.cuh","engine/gpu/kernels/pass.cu","engine/gpu/kernels/stage.cuh","engine/gpu/kernels/arguments.h","engine/gpu/kernels/butterfly.cuh","engine/gpu/kernels/numbers.cuh","engine/gpu/kernels/twiddle.cuh","engine/cpu/codelets/dft_2.h","engine/cpu/codelets/dft_4.h","engine/cpu/codelets/dft_8.h","engine/cpu/codelets/dft_16.h","engine/cpu/codelets/dft_32.h","engine/cpu/codelets/dft_64.h"}){hn.push_back(f);ht.push_back(slurp(root+"/src/"+f));}
  size_t bytes=(size_t)1<<31; void*a,*b; cudaMalloc(&a,bytes); cudaMalloc(&b,bytes);
  double tc=timeit([&]{copyk<<<(unsigned)(bytes/16/256),256,0,st>>>((float4*)a,(float4*)b);},5); printf("copy %.3f TB/s\n",2.0*bytes/tc*1e-12); fflush(stdout);
  ifstream f(argv[2]); string line; string lastkey; double tcu=0; vector<double> ref; int filled=0;
  // line: label type(4|8) N batch chunk | pass ; pass...   pass: n lines threads points cluster cstage blocks near kind radices
  while(getline(f,line)){ if(line.empty()||line[0]=='#') continue; stringstream ss(line); string label; int rb; long long N,batch,chunk; ss>>label>>rb>>N>>batch>>chunk; vector<Pass> ps; string tok; ss>>tok; bool bad=false; string why;
    vector<vector<long long>> specs; { vector<long long> cur; while(ss>>tok){ if(tok==";"){specs.push_back(cur);cur.clear();} else cur.push_back(atoll(tok.c_str())); } specs.push_back(cur); }
    long long B=1; for(size_t i=0;i<specs.size();i++){ auto&v=specs[i]; Pass p; memset(&p,0,sizeof p); ata_gpu_shape*s=&p.k.shape; s->n=v[0];s->lines=v[1];s->threads=v[2];s->points=v[3];s->cluster=v[4];s->cluster_stage=v[5];s->blocks_wanted=v[6];s->real_bytes=rb; int near=v[7]%10; s->prefetch=(v[7]/10)%10; p.exact=(v[7]/100)%10; p.ahead=(int)(v[7]/1000); for(size_t q=8;q<v.size();q++) s->stage[s->stage_count++].radix=v[q];
      long long after=N/(B*s->n); p.k.in.type=p.k.out.type=rb==4?ATA_F32:ATA_F64; s->near_in=s->near_out=near; 
      if(specs.size()==1){ p.k.in.point=p.k.out.point=1; p.k.in.line=p.k.out.line=N; p.nloops=1; p.loops_count[0]=batch;p.in_s[0]=p.out_s[0]=N; p.k.loops=1; }
      else { p.k.in.point=after*B; p.k.out.point=B; p.k.loops=2; p.nloops=2; p.loops_count[1]=batch; p.in_s[1]=p.out_s[1]=N; if(B==1){ p.loops_count[0]=after; p.k.in.line=p.in_s[0]=1; p.k.out.line=p.out_s[0]=s->n; s->lines_in=1; s->lines_out=0; p.k.out.keep=chunk>0; ata_gpu_twiddle*t=&s->stage[s->stage_count-1].twiddle; t->turn=ATA_TURN_BY_LINE; t->unit=1; t->count=after; t->period=N; t->k_count=t->step=s->n/s->stage[s->stage_count-1].radix; }
        else { p.loops_count[0]=B; p.k.in.line=p.k.out.line=1; p.in_s[0]=p.out_s[0]=1; s->lines_in=s->lines_out=1; p.k.in.keep=chunk>0; } }
      if(p.ahead) s->fetch_ahead=p.k.in.line==1?2:1; B*=s->n; if(!build(p,why)){bad=true;break;} ps.push_back(p); }
    if(bad){printf("%-12s N=%lld FAILED %s\n",label.c_str(),N,why.c_str());fflush(stdout);continue;}
    size_t total=(size_t)N*batch; if(filled!=rb){ if(rb==4) fillk<float><<<(unsigned)(bytes/4/1024),1024,0,st>>>((float*)a,bytes/4); else fillk<double><<<(unsigned)(bytes/8/1024),1024,0,st>>>((double*)a,bytes/8); filled=rb; }
    string key=to_string(rb)+"/"+to_string(N)+"/"+to_string(batch); if(key!=lastkey){ lastkey=key; cufftHandle h; int nn=(int)N; tcu=0; if(cufftPlanMany(&h,1,&nn,0,1,0,0,1,0,rb==4?CUFFT_C2C:CUFFT_Z2Z,(int)batch)==0){ cufftSetStream(h,st); tcu=timeit([&]{ if(rb==4) cufftExecC2C(h,(cufftComplex*)a,(cufftComplex*)b,CUFFT_FORWARD); else cufftExecZ2Z(h,(cufftDoubleComplex*)a,(cufftDoubleComplex*)b,CUFFT_FORWARD);},3); cufftDestroy(h);} 
      ref.assign(2*N,0); if(N<=(1<<22)){ vector<double> x(2*N); if(rb==8) cudaMemcpy(x.data(),(double*)a+2*N*(batch-1),16*N,cudaMemcpyDeviceToHost); else { vector<float> y(2*N); cudaMemcpy(y.data(),(float*)a+2*N*(batch-1),8*N,cudaMemcpyDeviceToHost); for(size_t i=0;i<y.size();i++) x[i]=y[i]; } ata_problem pb={}; pb.type=ATA_F64; pb.rank=1; pb.dim[0].n=N; ata_plan*pl; if(ata_plan_create(&pl,&pb,0)) printf("ref?\n"); ata_plan_execute(pl,x.data(),ref.data()); ata_plan_destroy(pl);} else ref.clear(); }
    cudaMemsetAsync(b,0xff,total*2*rb,st);
    auto go=[&]{ long long step=chunk>0?chunk:batch; if(ps.size()==1){launch(ps[0],a,b,0,-1);return;} for(long long c=0;c<batch;c+=step){ long long bn=min(step,batch-c); for(size_t i=0;i<ps.size();i++) launch(ps[i],i?b:a,b,c,bn);} };
    double t=timeit(go,total*2*rb>(64<<20)?3:20); cudaError_t e=cudaDeviceSynchronize(); double err=-1;
    if(!ref.empty()){ double num=0,den=0; if(rb==4){ vector<float> y(2*N); cudaMemcpy(y.data(),(float*)b+2*N*(batch-1),8*N,cudaMemcpyDeviceToHost); for(size_t i=0;i<y.size();i++){num+=pow(y[i]-ref[i],2);den+=ref[i]*ref[i];} } else { vector<double> y(2*N); cudaMemcpy(y.data(),(double*)b+2*N*(batch-1),16*N,cudaMemcpyDeviceToHost); for(size_t i=0;i<y.size();i++){num+=pow(y[i]-ref[i],2);den+=ref[i]*ref[i];} } err=sqrt(num/den); }
    double floor=tc*(2.0*total*2*rb)/(2.0*bytes); printf("%-14s N=%-9lld %8.1f us frac %.3f cufft %.3f ratio %.2f err %.1e",label.c_str(),N,t*1e6,floor/t,floor/tcu,tcu/t,err); for(auto&p:ps) printf(" | regs %d spill %d occ %.2f sh %lldK",p.regs,p.spill,p.occ/132.0,(long long)p.sh/1024); if(e) printf(" %s",cudaGetErrorString(e)); printf("\n"); fflush(stdout); if(e) return 1;
    for(auto&p:ps) cudaFree(p.tables);
  }
}
