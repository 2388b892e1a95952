import { passwordMin } from '@wingmark/contract/limits'

// Missing in all lists: our own name, alone or with a number.
const ownName = /^wingmark\d{0,4}!?$/

let common: Promise<ReadonlySet<string>> | undefined

// Some 18,000 words, loaded only when someone chooses a password.
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((one) => one.length >= passwordMin))
}

/** Whether it is one of the most common passwords, in any case; does not rate others. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load()
  const word = password.toLowerCase()
  return ownName.test(word) || (await common).has(word)
}
