import { randomInt } from 'node:crypto'
import { otpMax } from '@wingmark/contract/limits'

/** After this many wrong tries, a new code is needed. */
export const codeTriesMax = 5

/** The digits in the email. */
export const newCode = (): string =>
  randomInt(10 ** otpMax)
    .toString()
    .padStart(otpMax, '0')
