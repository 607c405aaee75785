set -e
cd $(dirname $0)/..
(cmake -S . -B build/dev -G Ninja -DCMAKE_BUILD_TYPE=Release -DATALANTA_TESTS=OFF -DATALANTA_CLI=OFF >/dev/null && ninja -C build/dev atalanta_static 2>&1 | tail -1)
cd dev
for f in shape banks prelude factors; do gcc -O2 -std=gnu11 -I../src -I../include -c ../src/engine/gpu/$f.c -o $f.o; done
nvcc -O1 -arch=sm_90 -I../src -I../include sweep.cu shape.o banks.o prelude.o factors.o ../build/dev/libatalanta.a -lcuda -lnvrtc -lcufft -lpthread -ldl -o sweep 2>&1 | grep -v warning || true
for f in $1; do timeout 330 ./sweep .. $f > $OUT/$f 2>&1 || true; done
wc -l $OUT/*
if [ -n "$2" ]; then i=0; while read -r line; do i=$((i+1)); echo "$line" > one_ncu.txt; echo "=== $line" >> $OUT/ncu.txt; timeout 60 ncu --clock-control none -k pass -c 1 -s 2 --section WarpStateStats --section SpeedOfLight --section MemoryWorkloadAnalysis --section MemoryWorkloadAnalysis_Tables --section SchedulerStats --section InstructionStats --section Occupancy ./sweep .. one_ncu.txt >> $OUT/ncu.txt 2>&1 || true; done < $2; fi
