import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { uploadFile } from '@wingmark/contract/files'
import { createGuest, getProfile, login, register } from '@wingmark/contract/users'
import { type Call, createCall, SeedError } from './call.ts'
import { type Person, studio } from './studio.ts'

export type Session = Awaited<ReturnType<typeof openSession>>

/** Signs in those who have an account already and registers the others. */
export async function openSession(address: string) {
  const call = createCall(address)
  const { token: owner, wasThere } = await enter(call, studio.owner)
  const tokens = new Map([[studio.owner, owner]])
  /** Bearer token of anyone who takes part. */
  const tokenOf = async (person: Person) => {
    const token = tokens.get(person) ?? (await enter(call, person)).token
    tokens.set(person, token)
    return token
  }
  return { address, call, owner, wasThere, tokenOf }
}

async function enter(call: Call, { name, email }: Person): Promise<{ token: string; wasThere: boolean }> {
  const { password } = studio
  if (email === undefined) {
    const { result: guest } = await call(createGuest, { body: { name } })
    return { token: guest.accessToken, wasThere: false }
  }
  const known = await call(login, { body: { email, password } }).catch(unless('INVALID_CREDENTIALS'))
  if (known) return { token: known.result.accessToken, wasThere: true }
  const made = await call(register, { body: { name, email, password } }).catch(unless('EMAIL_TAKEN'))
  if (made) return { token: made.result.accessToken, wasThere: false }
  throw new SeedError(
    `${email} already has an account with another password, but the demo studio needs that address.`,
  )
}

/** Null for this refusal; everything else is thrown on. */
const unless = (code: string) => (error: unknown) => {
  if (error instanceof SeedError && error.cause === code) return null
  throw error
}

export const profileOf = async ({ call, tokenOf }: Session, person: Person) =>
  (await call(getProfile, { as: await tokenOf(person) })).result

/** Uploads a finished design; answers the file's id. */
export async function upload({ call }: Session, as: string, path: string, purpose: 'REVIEW' | 'TRANSFER') {
  const content = await readFile(join(import.meta.dirname, 'files', path))
  const type = path.endsWith('.pdf') ? 'application/pdf' : 'image/svg+xml'
  const form = new FormData()
  form.set('purpose', purpose)
  form.set('file', new Blob([content], { type }), basename(path))
  return (await call(uploadFile, { as, form })).result._id
}
