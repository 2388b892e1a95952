import { randomInt } from 'node:crypto'
import { otpMax } from '@wingmark/contract/limits'

/** After so many wrong ones a new code is needed. */
export const codeTriesMax = 5

/** Digits, as a mail carries them. */
export const newCode = (): string =>
  randomInt(10 ** otpMax)
    .toString()
    .padStart(otpMax, '0')
