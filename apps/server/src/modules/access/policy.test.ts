import { describe, expect, test } from 'vitest'
import type { Actor } from '#server/http/actor'
import {
  type AccessFacts,
  canComment,
  canDeleteReview,
  canEditReview,
  canModerate,
  canResolveOwn,
  canShareReview,
  decideAccess,
  type LinkEvidence,
  type LinkFacts,
  mayReadEarlierVersions,
  type ReviewAccess,
} from '#server/modules/access/policy'

const now = new Date('2026-01-02T00:00:00Z')
const user = (id: string): Actor => ({ kind: 'user', id, name: 'Somebody', sessionId: 's' })
const guest: Actor = { kind: 'guest', id: 'g', name: 'Guest' }
const visitor: Actor = { kind: 'visitor' }

type Change = Partial<Omit<AccessFacts, 'link' | 'firstLink'>> & {
  link?: Partial<LinkFacts>
  firstLink?: Partial<LinkFacts>
}

function facts(change: Change = {}): AccessFacts {
  const link: LinkFacts = {
    id: 'l',
    isPlain: false,
    epoch: 3,
    access: 'COMMENT',
    hasAccessKey: false,
    expiresAt: null,
    allowDownload: true,
    onlyCurrent: false,
    allowDecide: false,
  }
  return {
    reviewId: 'r',
    ownerId: 'owner',
    visibility: 'UNLISTED',
    epoch: 1,
    memberRole: null,
    ...change,
    link: { ...link, ...change.link },
    firstLink: { ...link, id: 'f', ...change.firstLink },
  }
}

function accessOf(given: AccessFacts, actor: Actor, evidence: LinkEvidence = 'none'): ReviewAccess {
  const decision = decideAccess(given, actor, evidence, now)
  if (decision.outcome !== 'granted') throw new Error(`expected access, got ${decision.outcome}`)
  return decision.access
}
const outcome = (given: AccessFacts, actor: Actor, evidence: LinkEvidence = 'none') =>
  decideAccess(given, actor, evidence, now).outcome

describe('who sees a review', () => {
  test('the owner and members always do', () => {
    expect(accessOf(facts({ visibility: 'PRIVATE' }), user('owner')).role).toBe('OWNER')
    expect(accessOf(facts({ visibility: 'PRIVATE', memberRole: 'VIEWER' }), user('m')).role).toBe('VIEWER')
  })
  test('anyone with the link sees an unlisted review', () => {
    expect(outcome(facts(), visitor)).toBe('hidden')
    expect(outcome(facts(), visitor, 'code')).toBe('granted')
    expect(outcome(facts(), user('stranger'))).toBe('hidden')
  })
  test('a private review is hidden from everyone with the link', () => {
    expect(outcome(facts({ visibility: 'PRIVATE' }), visitor, 'code')).toBe('hidden')
    expect(outcome(facts({ visibility: 'PRIVATE' }), guest, 'token')).toBe('hidden')
  })
  test('a public review is for everyone', () => {
    expect(accessOf(facts({ visibility: 'PUBLIC' }), visitor).via).toBe('public')
  })
  test('an access key is requested until given', () => {
    const locked = facts({ link: { hasAccessKey: true } })
    expect(outcome(locked, visitor, 'code')).toBe('key-needed')
    expect(outcome(locked, visitor, 'token')).toBe('granted')
    expect(outcome(locked, user('owner'))).toBe('granted')
  })
  test('a link ends at its expiry, also for people who had opened it', () => {
    const ended = facts({ link: { expiresAt: new Date('2026-01-01T00:00:00Z') } })
    expect(outcome(ended, visitor, 'code')).toBe('expired')
    expect(outcome(ended, visitor, 'token')).toBe('expired')
    expect(outcome(ended, visitor, 'none')).toBe('hidden')
  })
  test('a link with more rights than a public review works there, too', () => {
    const given = facts({ visibility: 'PUBLIC', firstLink: { access: 'VIEW' } })
    expect(accessOf(given, visitor)).toMatchObject({ via: 'public', role: 'VIEWER' })
    expect(accessOf(given, visitor, 'code')).toMatchObject({ via: 'link', role: 'COMMENTER' })
    const less = facts({ visibility: 'PUBLIC', link: { access: 'VIEW' } })
    expect(accessOf(less, visitor, 'code')).toMatchObject({ via: 'public', role: 'COMMENTER' })
  })
  test('file addresses depend on the session, the link, or the review being public', () => {
    expect(accessOf(facts(), user('owner')).grant).toEqual({ via: 'm-s', stamp: 'OWNER' })
    expect(accessOf(facts({ memberRole: 'VIEWER' }), user('m')).grant).toEqual({
      via: 'm-s',
      stamp: 'VIEWER',
    })
    expect(accessOf(facts(), user('stranger'), 'code').grant).toEqual({ via: 'l-l', stamp: '3.1' })
    expect(accessOf(facts({ visibility: 'PUBLIC' }), visitor).grant).toEqual({ via: 'p', stamp: '3.1' })
  })
  test('the plain address is a link that nobody joins by, and without effect on a public review', () => {
    const plain = { link: { isPlain: true, access: 'VIEW' } } as const
    expect(accessOf(facts(plain), visitor, 'code')).toMatchObject({ via: 'link', role: 'VIEWER' })
    expect(accessOf(facts(plain), user('stranger'), 'code').mayJoin).toBe(false)
    expect(accessOf(facts(), user('stranger'), 'code').mayJoin).toBe(true)
    const open = facts({ ...plain, visibility: 'PUBLIC' })
    expect(accessOf(open, visitor, 'code')).toMatchObject({ via: 'public', role: 'COMMENTER' })
    expect(outcome(facts({ ...plain, visibility: 'PRIVATE' }), visitor, 'token')).toBe('hidden')
    expect(accessOf(facts({ memberRole: 'EDITOR', ...plain }), user('m'), 'code').via).toBe('member')
  })
  test('a link can show only current versions; members see all, and a link that shows less adds nothing', () => {
    const sees = (given: AccessFacts, actor: Actor, evidence?: LinkEvidence) =>
      mayReadEarlierVersions(accessOf(given, actor, evidence))
    const current = { link: { onlyCurrent: true } }
    expect(sees(facts(), visitor, 'code')).toBe(true)
    expect(sees(facts(current), visitor, 'code')).toBe(false)
    expect(sees(facts({ ...current, memberRole: 'VIEWER' }), user('m'), 'code')).toBe(true)
    expect(sees(facts({ ...current, visibility: 'PUBLIC' }), visitor, 'code')).toBe(true)
    expect(sees(facts({ visibility: 'PUBLIC', firstLink: { onlyCurrent: true } }), visitor)).toBe(false)
  })
  test('a link with access NONE opens nothing', () => {
    expect(outcome(facts({ link: { access: 'NONE' } }), visitor, 'code')).toBe('hidden')
  })
})

describe('what each may do', () => {
  const abilities = (access: ReviewAccess) => ({
    comment: canComment(access),
    edit: canEditReview(access),
    moderate: canModerate(access),
    resolveOwn: canResolveOwn(access),
    share: canShareReview(access),
    delete: canDeleteReview(access),
  })
  const none = {
    comment: false,
    edit: false,
    moderate: false,
    resolveOwn: false,
    share: false,
    delete: false,
  }

  test('an owner everything', () => {
    const all = { comment: true, edit: true, moderate: true, resolveOwn: true, share: true, delete: true }
    expect(abilities(accessOf(facts(), user('owner')))).toEqual(all)
  })
  test('an editor all but sharing and deleting the review', () => {
    const access = accessOf(facts({ memberRole: 'EDITOR' }), user('m'))
    expect(abilities(access)).toEqual({
      ...none,
      comment: true,
      edit: true,
      moderate: true,
      resolveOwn: true,
    })
  })
  test('a commenter comments and resolves their own', () => {
    const access = accessOf(facts({ memberRole: 'COMMENTER' }), user('m'))
    expect(abilities(access)).toEqual({ ...none, comment: true, resolveOwn: true })
  })
  test('a viewer only reads', () => {
    expect(abilities(accessOf(facts({ memberRole: 'VIEWER' }), user('m')))).toEqual(none)
  })
  test.each(['COMMENT', 'EDIT'] as const)(
    'a link with access %s lets people comment, and nothing more',
    (access) => {
      expect(abilities(accessOf(facts({ link: { access } }), guest, 'code'))).toEqual({
        ...none,
        comment: true,
      })
    },
  )
  test('a link with access VIEW only allows reading', () => {
    expect(abilities(accessOf(facts({ link: { access: 'VIEW' } }), guest, 'code'))).toEqual(none)
  })
  test('downloads follow the link for people who came by it', () => {
    const given = facts({ link: { allowDownload: false } })
    expect(accessOf(given, visitor, 'code').mayDownload).toBe(false)
    expect(accessOf(given, user('owner')).mayDownload).toBe(true)
  })
})
