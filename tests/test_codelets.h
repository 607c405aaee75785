/* test_codelets.h - every generated codelet as a case of a switch over the radix. Included in the bodies of functions,
 * which define `vec` and the macros that a codelet is written in. */
switch (radix) {
case 2:
#include "engine/cpu/codelets/dft_2.h"
    break;
case 3:
#include "engine/cpu/codelets/dft_3.h"
    break;
case 4:
#include "engine/cpu/codelets/dft_4.h"
    break;
case 5:
#include "engine/cpu/codelets/dft_5.h"
    break;
case 6:
#include "engine/cpu/codelets/dft_6.h"
    break;
case 7:
#include "engine/cpu/codelets/dft_7.h"
    break;
case 8:
#include "engine/cpu/codelets/dft_8.h"
    break;
case 9:
#include "engine/cpu/codelets/dft_9.h"
    break;
case 10:
#include "engine/cpu/codelets/dft_10.h"
    break;
case 11:
#include "engine/cpu/codelets/dft_11.h"
    break;
case 12:
#include "engine/cpu/codelets/dft_12.h"
    break;
case 13:
#include "engine/cpu/codelets/dft_13.h"
    break;
case 14:
#include "engine/cpu/codelets/dft_14.h"
    break;
case 15:
#include "engine/cpu/codelets/dft_15.h"
    break;
case 16:
#include "engine/cpu/codelets/dft_16.h"
    break;
case 17:
#include "engine/cpu/codelets/dft_17.h"
    break;
case 19:
#include "engine/cpu/codelets/dft_19.h"
    break;
case 20:
#include "engine/cpu/codelets/dft_20.h"
    break;
case 25:
#include "engine/cpu/codelets/dft_25.h"
    break;
case 32:
#include "engine/cpu/codelets/dft_32.h"
    break;
case 64:
#include "engine/cpu/codelets/dft_64.h"
    break;
}
