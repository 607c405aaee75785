/* functions.h - everything a line is made of, for the precision `real` that line_f32.c or line_f64.c has defined before
 * including this. Each file stands on those before it. */
/* clang-format off */
#include "engine/cpu/line/codelets.h"
#include "engine/cpu/line/stages.h"
#include "engine/cpu/line/convolution.h"
#include "engine/cpu/line/real.h"
#include "engine/cpu/line/trigonometric.h"
#include "engine/cpu/line/narrow.h"
#include "engine/cpu/line/convert.h"
#include "engine/cpu/line/block.h"
#include "engine/cpu/line/build.h"
/* clang-format on */
