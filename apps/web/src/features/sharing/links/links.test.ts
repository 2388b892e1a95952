import { describe, expect, it, test } from 'vitest'
import { localDay } from '#web/lib/days'
import { endOfDay, formatMoment, momentOfPreset } from './link-expiry.ts'
import { isLinkOn, linkTerms, optionsNow, type ShareState, whoCanSee } from './who-can-see.ts'

const now = Date.parse('2026-05-01T10:00:00.000Z')

function state(
  visibility: ShareState['visibility'],
  access: ShareState['share']['access'],
  share: Partial<ShareState['share']> = {},
): ShareState {
  return {
    visibility,
    share: { access, allowDownload: true, hasAccessKey: false, expiresAt: null, ...share },
  }
}

describe('who can see a review', () => {
  it.each([
    [state('PRIVATE', 'COMMENT'), 'Only you and the members of this review can see it.', false],
    [state('PUBLIC', 'COMMENT'), 'Anyone can find it, view it and comment.', true],
    [state('PUBLIC', 'NONE'), 'Anyone can find it and view it.', true],
    [
      state('UNLISTED', 'NONE'),
      'Only you and the members of this review can see it: the link is turned off.',
      false,
    ],
    [state('UNLISTED', 'VIEW'), 'Anyone with the link can view.', true],
    [
      state('UNLISTED', 'COMMENT', { hasAccessKey: true }),
      'Anyone with the link and the access key can view and comment.',
      true,
    ],
    [
      state('UNLISTED', 'EDIT'),
      'Anyone with the link can view and comment, and add files after joining with an account.',
      true,
    ],
  ])('%j', (share, sentence, isOn) => {
    expect(whoCanSee(share, now)).toBe(sentence)
    expect(isLinkOn(share, now)).toBe(isOn)
  })

  it('says that the address is enough, if it allows the same', () => {
    const open = state('UNLISTED', 'COMMENT', { plainAddress: true })
    const plain = { access: 'COMMENT', allowDownload: true, hasAccessKey: false, expiresAt: null } as const
    expect(whoCanSee(open, now)).toBe('Anyone with the address or a link can view and comment.')
    expect(whoCanSee({ ...open, plain }, now)).toBe('Anyone with the address or a link can view and comment.')
    expect(whoCanSee({ ...open, plain: { ...plain, access: 'VIEW' } }, now)).toBe(
      'Anyone with the link can view and comment. Its address alone opens it too.',
    )
    const closed = { ...plain, access: 'NONE' } as const
    expect(whoCanSee({ ...open, plain: closed }, now)).toBe('Anyone with the link can view and comment.')
    const off = state('UNLISTED', 'NONE', { plainAddress: true })
    expect(whoCanSee({ ...off, plain }, now)).toBe('Its address alone opens it. The link is turned off.')
    expect(whoCanSee({ ...state('PRIVATE', 'COMMENT'), plain }, now)).toBe(
      'Only you and the members of this review can see it.',
    )
  })

  it('names the expiry of the link, before and after it', () => {
    const ends = '2026-05-03T21:59:59.999Z'
    const open = state('UNLISTED', 'VIEW', { expiresAt: ends })
    expect(whoCanSee(open, now)).toBe(`Anyone with the link can view, until ${formatMoment(ends)}.`)
    const later = Date.parse(ends) + 1
    expect(whoCanSee(open, later)).toBe(
      `Only you and the members of this review can see it: the link expired on ${formatMoment(ends)}.`,
    )
    expect(isLinkOn(open, later)).toBe(false)
  })
})

test('describes in a few words what a link allows', () => {
  const ends = '2026-05-03T21:59:59.999Z'
  const link = { access: 'COMMENT', allowDownload: true, hasAccessKey: false, expiresAt: null } as const
  expect(linkTerms(link, now)).toBe('Can comment')
  const strict = { ...link, allowDownload: false, hasAccessKey: true, expiresAt: ends }
  expect(linkTerms(strict, now)).toBe(`Can comment · with a key · until ${formatMoment(ends)} · no downloads`)
  expect(linkTerms(strict, Date.parse(ends))).toBe(`Expired on ${formatMoment(ends)}`)
  expect(linkTerms({ ...link, access: 'NONE', allowDownload: false }, now)).toBe('Turned off')
  expect(linkTerms({ ...link, onlyCurrent: true }, now)).toBe('Can comment · only current versions')
})

describe('the expiry of a link', () => {
  it('is so many days from now', () => {
    expect(momentOfPreset(7, now)).toBe('2026-05-08T10:00:00.000Z')
  })

  it('is the last moment of a chosen day in the user’s time zone', () => {
    const end = endOfDay('2026-05-03', now)
    expect(end && localDay(new Date(end))).toBe('2026-05-03')
    expect(end && localDay(new Date(Date.parse(end) + 1))).toBe('2026-05-04')
  })

  it('is never in the past, nor a day that does not exist', () => {
    expect(endOfDay('2026-04-20', now)).toBeNull()
    expect(endOfDay('2027-02-30', now)).toBeNull()
    expect(endOfDay('', now)).toBeNull()
  })
})

test('the folded options of a review say in a line how they are set', () => {
  const words = (share: ShareState, others = 0) => optionsNow(share, { others, isFailed: false }, now)
  expect(words(state('UNLISTED', 'COMMENT'))).toBe('no key · no expiry · downloads allowed')
  const ends = '2026-05-03T21:59:59.999Z'
  const strict = { hasAccessKey: true, expiresAt: ends, allowDownload: false }
  expect(words(state('UNLISTED', 'VIEW', strict), 2)).toBe(
    `with a key · until ${formatMoment(ends)} · no downloads · 2 more links`,
  )
  expect(words(state('PUBLIC', 'VIEW', strict))).toBe('no downloads')
  expect(words(state('PRIVATE', 'VIEW', strict), 1)).toBe('1 more link')
  expect(optionsNow(state('PRIVATE', 'VIEW'), { others: undefined, isFailed: true })).toBe(
    'more links couldn’t be loaded',
  )
})
