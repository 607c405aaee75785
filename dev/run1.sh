set -e
cd $(dirname $0)/..
(cmake -S . -B build/dev -G Ninja -DCMAKE_BUILD_TYPE=Release -DATALANTA_TESTS=OFF -DATALANTA_CLI=OFF >/dev/null && ninja -C build/dev atalanta_static 2>&1 | tail -1)
cd dev
for f in shape banks prelude factors; do gcc -O2 -std=gnu11 -I../src -I../include -c ../src/engine/gpu/$f.c -o $f.o; done
nvcc -O1 -arch=sm_90 -I../src -I../include sweep.cu shape.o banks.o prelude.o factors.o ../build/dev/libatalanta.a -lcuda -lnvrtc -lcufft -lpthread -ldl -o sweep 2>&1 | grep -v warning || true
timeout 250 ./sweep .. one.txt > $OUT/one.txt 2>&1 || true
timeout 200 ./sweep .. two.txt > $OUT/two.txt 2>&1 || true
tail -3 $OUT/one.txt; cat $OUT/two.txt | cut -c1-150
