import { z } from 'zod'
import { accessKeyMax, passwordMax } from './limits.ts'

/** The form in which passwords and access keys are kept and compared: keyboards and systems write ü in two. */
export const inOneForm = (secret: string): string => secret.normalize('NFC')

type Limits = { min?: number; max: number; tooShort: string; tooLong: string }

/** A password or access key that somebody sets. */
export const chosenSecret = ({ min = 1, max, tooShort, tooLong }: Limits) =>
  z.string({ error: tooShort }).normalize('NFC').min(min, { error: tooShort }).max(max, { error: tooLong })

/** One that somebody is let in with, as typed: it may have been set in that very form. Either form may have the length. */
export const typedSecret = ({ min = 1, max, tooShort, tooLong }: Limits) =>
  z
    .string({ error: tooShort })
    .refine((value) => Math.max(value.length, inOneForm(value).length) >= min, { error: tooShort })
    .refine((value) => Math.min(value.length, inOneForm(value).length) <= max, { error: tooLong })

/** Empty where somebody has none. */
export const TypedAccessKey = typedSecret({
  ...{ min: 0, max: accessKeyMax },
  ...{ tooShort: 'Must be text.', tooLong: `At most ${accessKeyMax} characters.` },
})

export const passwordNotRight = 'Wrong password.'

/** A password that is there already: any other is simply not right. */
export const PresentPassword = typedSecret({
  max: passwordMax,
  tooShort: 'Please enter your password',
  tooLong: passwordNotRight,
})
