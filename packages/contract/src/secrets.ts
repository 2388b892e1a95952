import { z } from 'zod'
import { accessKeyMax, passwordMax } from './limits.ts'

/** Passwords and access keys are stored and compared in this form: keyboards and systems encode ü in two ways. */
export const inOneForm = (secret: string): string => secret.normalize('NFC')

type Limits = { min?: number; max: number; tooShort: string; tooLong: string }

/** A password or access key that someone sets. */
export const chosenSecret = ({ min = 1, max, tooShort, tooLong }: Limits) =>
  z.string({ error: tooShort }).normalize('NFC').min(min, { error: tooShort }).max(max, { error: tooLong })

/** A typed password or access key, perhaps set in another Unicode form: either form may have the length. */
export const typedSecret = ({ min = 1, max, tooShort, tooLong }: Limits) =>
  z
    .string({ error: tooShort })
    .refine((value) => Math.max(value.length, inOneForm(value).length) >= min, { error: tooShort })
    .refine((value) => Math.min(value.length, inOneForm(value).length) <= max, { error: tooLong })

/** Empty where someone has none. */
export const TypedAccessKey = typedSecret({
  ...{ min: 0, max: accessKeyMax },
  ...{ tooShort: 'Must be text.', tooLong: `At most ${accessKeyMax} characters.` },
})

export const passwordNotRight = 'Wrong password.'

/** An existing password: any other is simply wrong. */
export const PresentPassword = typedSecret({
  max: passwordMax,
  tooShort: 'Please enter your password',
  tooLong: passwordNotRight,
})
