/* test_codelets.h - every generated codelet as a case of a switch over its kind and radix. Included in the bodies of
 * functions, which define `vec` and the macros that a codelet is written in. */
switch ((int)kind + radix) {
case COMPLEX + 2:
#include "engine/cpu/codelets/dft_2.h"
    break;
case COMPLEX + 3:
#include "engine/cpu/codelets/dft_3.h"
    break;
case COMPLEX + 4:
#include "engine/cpu/codelets/dft_4.h"
    break;
case COMPLEX + 5:
#include "engine/cpu/codelets/dft_5.h"
    break;
case COMPLEX + 6:
#include "engine/cpu/codelets/dft_6.h"
    break;
case COMPLEX + 7:
#include "engine/cpu/codelets/dft_7.h"
    break;
case COMPLEX + 8:
#include "engine/cpu/codelets/dft_8.h"
    break;
case COMPLEX + 9:
#include "engine/cpu/codelets/dft_9.h"
    break;
case COMPLEX + 10:
#include "engine/cpu/codelets/dft_10.h"
    break;
case COMPLEX + 11:
#include "engine/cpu/codelets/dft_11.h"
    break;
case COMPLEX + 12:
#include "engine/cpu/codelets/dft_12.h"
    break;
case COMPLEX + 13:
#include "engine/cpu/codelets/dft_13.h"
    break;
case COMPLEX + 14:
#include "engine/cpu/codelets/dft_14.h"
    break;
case COMPLEX + 15:
#include "engine/cpu/codelets/dft_15.h"
    break;
case COMPLEX + 16:
#include "engine/cpu/codelets/dft_16.h"
    break;
case COMPLEX + 17:
#include "engine/cpu/codelets/dft_17.h"
    break;
case COMPLEX + 19:
#include "engine/cpu/codelets/dft_19.h"
    break;
case COMPLEX + 20:
#include "engine/cpu/codelets/dft_20.h"
    break;
case COMPLEX + 23:
#include "engine/cpu/codelets/dft_23.h"
    break;
case COMPLEX + 25:
#include "engine/cpu/codelets/dft_25.h"
    break;
case COMPLEX + 29:
#include "engine/cpu/codelets/dft_29.h"
    break;
case COMPLEX + 31:
#include "engine/cpu/codelets/dft_31.h"
    break;
case COMPLEX + 32:
#include "engine/cpu/codelets/dft_32.h"
    break;
case COMPLEX + 64:
#include "engine/cpu/codelets/dft_64.h"
    break;
case REAL + 2:
#include "engine/cpu/codelets/rdft_2.h"
    break;
case REAL + 3:
#include "engine/cpu/codelets/rdft_3.h"
    break;
case REAL + 4:
#include "engine/cpu/codelets/rdft_4.h"
    break;
case REAL + 5:
#include "engine/cpu/codelets/rdft_5.h"
    break;
case REAL + 6:
#include "engine/cpu/codelets/rdft_6.h"
    break;
case REAL + 7:
#include "engine/cpu/codelets/rdft_7.h"
    break;
case REAL + 8:
#include "engine/cpu/codelets/rdft_8.h"
    break;
case REAL + 9:
#include "engine/cpu/codelets/rdft_9.h"
    break;
case REAL + 10:
#include "engine/cpu/codelets/rdft_10.h"
    break;
case REAL + 11:
#include "engine/cpu/codelets/rdft_11.h"
    break;
case REAL + 12:
#include "engine/cpu/codelets/rdft_12.h"
    break;
case REAL + 13:
#include "engine/cpu/codelets/rdft_13.h"
    break;
case REAL + 14:
#include "engine/cpu/codelets/rdft_14.h"
    break;
case REAL + 15:
#include "engine/cpu/codelets/rdft_15.h"
    break;
case REAL + 16:
#include "engine/cpu/codelets/rdft_16.h"
    break;
case REAL + 17:
#include "engine/cpu/codelets/rdft_17.h"
    break;
case REAL + 18:
#include "engine/cpu/codelets/rdft_18.h"
    break;
case REAL + 19:
#include "engine/cpu/codelets/rdft_19.h"
    break;
case REAL + 20:
#include "engine/cpu/codelets/rdft_20.h"
    break;
case REAL + 21:
#include "engine/cpu/codelets/rdft_21.h"
    break;
case REAL + 22:
#include "engine/cpu/codelets/rdft_22.h"
    break;
case REAL + 23:
#include "engine/cpu/codelets/rdft_23.h"
    break;
case REAL + 24:
#include "engine/cpu/codelets/rdft_24.h"
    break;
case REAL + 25:
#include "engine/cpu/codelets/rdft_25.h"
    break;
case REAL + 26:
#include "engine/cpu/codelets/rdft_26.h"
    break;
case REAL + 27:
#include "engine/cpu/codelets/rdft_27.h"
    break;
case REAL + 28:
#include "engine/cpu/codelets/rdft_28.h"
    break;
case REAL + 29:
#include "engine/cpu/codelets/rdft_29.h"
    break;
case REAL + 30:
#include "engine/cpu/codelets/rdft_30.h"
    break;
case REAL + 31:
#include "engine/cpu/codelets/rdft_31.h"
    break;
case REAL + 32:
#include "engine/cpu/codelets/rdft_32.h"
    break;
case REAL + 64:
#include "engine/cpu/codelets/rdft_64.h"
    break;
case REAL + 128:
#include "engine/cpu/codelets/rdft_128.h"
    break;
case HERMITIAN + 2:
#include "engine/cpu/codelets/irdft_2.h"
    break;
case HERMITIAN + 3:
#include "engine/cpu/codelets/irdft_3.h"
    break;
case HERMITIAN + 4:
#include "engine/cpu/codelets/irdft_4.h"
    break;
case HERMITIAN + 5:
#include "engine/cpu/codelets/irdft_5.h"
    break;
case HERMITIAN + 6:
#include "engine/cpu/codelets/irdft_6.h"
    break;
case HERMITIAN + 7:
#include "engine/cpu/codelets/irdft_7.h"
    break;
case HERMITIAN + 8:
#include "engine/cpu/codelets/irdft_8.h"
    break;
case HERMITIAN + 9:
#include "engine/cpu/codelets/irdft_9.h"
    break;
case HERMITIAN + 10:
#include "engine/cpu/codelets/irdft_10.h"
    break;
case HERMITIAN + 11:
#include "engine/cpu/codelets/irdft_11.h"
    break;
case HERMITIAN + 12:
#include "engine/cpu/codelets/irdft_12.h"
    break;
case HERMITIAN + 13:
#include "engine/cpu/codelets/irdft_13.h"
    break;
case HERMITIAN + 14:
#include "engine/cpu/codelets/irdft_14.h"
    break;
case HERMITIAN + 15:
#include "engine/cpu/codelets/irdft_15.h"
    break;
case HERMITIAN + 16:
#include "engine/cpu/codelets/irdft_16.h"
    break;
case HERMITIAN + 17:
#include "engine/cpu/codelets/irdft_17.h"
    break;
case HERMITIAN + 18:
#include "engine/cpu/codelets/irdft_18.h"
    break;
case HERMITIAN + 19:
#include "engine/cpu/codelets/irdft_19.h"
    break;
case HERMITIAN + 20:
#include "engine/cpu/codelets/irdft_20.h"
    break;
case HERMITIAN + 21:
#include "engine/cpu/codelets/irdft_21.h"
    break;
case HERMITIAN + 22:
#include "engine/cpu/codelets/irdft_22.h"
    break;
case HERMITIAN + 23:
#include "engine/cpu/codelets/irdft_23.h"
    break;
case HERMITIAN + 24:
#include "engine/cpu/codelets/irdft_24.h"
    break;
case HERMITIAN + 25:
#include "engine/cpu/codelets/irdft_25.h"
    break;
case HERMITIAN + 26:
#include "engine/cpu/codelets/irdft_26.h"
    break;
case HERMITIAN + 27:
#include "engine/cpu/codelets/irdft_27.h"
    break;
case HERMITIAN + 28:
#include "engine/cpu/codelets/irdft_28.h"
    break;
case HERMITIAN + 29:
#include "engine/cpu/codelets/irdft_29.h"
    break;
case HERMITIAN + 30:
#include "engine/cpu/codelets/irdft_30.h"
    break;
case HERMITIAN + 31:
#include "engine/cpu/codelets/irdft_31.h"
    break;
case HERMITIAN + 32:
#include "engine/cpu/codelets/irdft_32.h"
    break;
case HERMITIAN + 64:
#include "engine/cpu/codelets/irdft_64.h"
    break;
case HERMITIAN + 128:
#include "engine/cpu/codelets/irdft_128.h"
    break;
}
