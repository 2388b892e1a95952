import { hash, verify } from '@node-rs/argon2'
import { inOneForm } from '@wingmark/contract/secrets'
import { inTurn } from '#server/platform/run-in-turn'

// OWASP's first choice for Argon2id: 19 MiB, two passes, one lane.
let cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// Hashing is done in the thread pool; more than a few at once would keep file reads waiting.
const oneOfTwo = inTurn(2)

/** For tests, which create thousands of accounts. A hash contains its own cost. */
export function hashCheaply(): void {
  cost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
}

export function hashPassword(password: string): Promise<string> {
  return oneOfTwo(() => hash(inOneForm(password), cost))
}

/** Passwords from before they were normalised may have any form: tried second, for every account alike. */
const formsOf = (password: string) => new Set([inOneForm(password), password, password.normalize('NFD')])

/** `isOld`: hash and store it again. For unknown accounts pass null, which takes the same time. */
export async function judgePassword(
  stored: string | null,
  password: string,
): Promise<{ isRight: boolean; isOld: boolean }> {
  for (const form of formsOf(password)) {
    const isSame = await oneOfTwo(() => verify(stored ?? nobody, form))
    if (isSame) return { isRight: stored !== null, isOld: form !== inOneForm(password) }
  }
  return { isRight: false, isOld: false }
}

const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$cnVuIHJ1biBydW4gcnVu$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
