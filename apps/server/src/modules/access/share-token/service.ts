import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import type { LinkEvidence } from '#server/modules/access/policy'
import type { FoundLink, Shown } from '#server/modules/access/store'
import { DomainError } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'
import { hashToken } from '#server/platform/tokens'

const shareTokenDays = 30

/** What tokens and proofs of any kind of subject depend on. */
export type Linked = { epoch: number; link: FoundLink | null }

export type ShownToken = Shown & { expires: string; mac: string }

export const nothingShown: ShownToken = { code: null, link: null, expires: '', mac: '' }

/** A link of someone's own: only the hash of its code is stored. */
const personalPrefix = 'rp_'
const storedCode = (code: string) => `rp:${hashToken(code).toString('hex')}`

/** The code of a person in a round, and how it is stored. */
export function personalCode(deps: Deps, person: string): { code: string; stored: string } {
  const code = `${personalPrefix}${deps.signer.sign(['round person', person])}`
  return { code, stored: storedCode(code) }
}

/** A share that cannot be read counts as an unknown code. */
export function readShown(share: string | null): ShownToken {
  if (share === null) return nothingShown
  if (share.startsWith(personalPrefix)) return { ...nothingShown, code: storedCode(share) }
  // What is stored opens nothing.
  if (share.startsWith('rp:')) return { ...nothingShown, code: '' }
  if (!share.startsWith('st.')) return { ...nothingShown, code: share }
  const [, link = '', expires = '', mac = ''] = share.split('.')
  return isUuid(link) ? { code: null, link, expires, mac } : { ...nothingShown, code: '' }
}

export function isShown(link: FoundLink, { code, link: id }: Shown): boolean {
  return id === null ? link.code === code : link.id === id
}

/** Changing the key ends the token; each request checks everything else about the link. */
const tokenParts = ({ link }: Linked, expires: string) => [
  'key',
  link?.id ?? '',
  link?.code ?? '',
  link?.keyEpoch ?? 0,
  expires,
]

/** As tokens were signed before keys had their own number; they last 30 days. */
const earlierParts = ({ link, epoch }: Linked, expires: string) => [
  'share',
  link?.id ?? '',
  link?.epoch ?? 0,
  epoch,
  expires,
]

/** From now on proves that the link was opened with its key. */
export function makeShareToken(deps: Deps, facts: Linked): string {
  const expires = Math.floor(Date.now() / 1000 + shareTokenDays * 86_400).toString(36)
  return `st.${facts.link?.id}.${expires}.${deps.signer.sign(tokenParts(facts, expires))}`
}

export const deviceParts = (link: string) => ['let in', link]

/** For a device that the link has admitted: opens nothing, but keeps others' wrong keys from counting there. */
export const makeDeviceToken = (deps: Deps, link: string): string => deps.signer.sign(deviceParts(link))

export function evidenceOf(deps: Deps, facts: Linked, shown: ShownToken): LinkEvidence {
  if (!facts.link) return 'none'
  if (shown.link === null) return 'code'
  const { expires, mac } = shown
  const isLive = Number.parseInt(expires, 36) * 1000 > Date.now()
  const isSigned = [tokenParts, earlierParts].some((parts) => deps.signer.verify(parts(facts, expires), mac))
  return isLive && isSigned ? 'token' : 'none'
}

export const invalid = () => new DomainError('INVALID_ACCESS_KEY')
/** Missing and hidden look the same; too many misses are refused. */
export const missed = () => new DomainError('NOT_FOUND', { isMiss: true })

export const userIdOf = (actor: Actor) => (actor.kind === 'user' ? actor.id : null)
