import type { Review, ShareAccess } from '@wingmark/contract/reviews'
import { formatCount } from '#web/lib/format'
import { formatMoment } from './link-expiry.ts'

export type ShareState = Pick<Review, 'visibility' | 'share'>

const mayDo: Record<ShareAccess, string> = {
  NONE: 'view',
  VIEW: 'view',
  COMMENT: 'view and comment',
  EDIT: 'view and comment, and add files after joining with an account',
}

const everybodyMay: Record<ShareAccess, string> = {
  NONE: 'find it and view it',
  VIEW: 'find it and view it',
  COMMENT: 'find it, view it and comment',
  EDIT: 'find it, view it and comment, and add files after joining with an account',
}

/** Without it, nobody who comes by a link decides. */
export const mayComment = (access: ShareAccess): boolean => access === 'COMMENT' || access === 'EDIT'

/** Whether the link opens the review for non-members. */
export function isLinkOn({ visibility, share }: ShareState, now = Date.now()): boolean {
  if (visibility === 'PRIVATE') return false
  return visibility === 'PUBLIC' || (share.access !== 'NONE' && !isExpired(share, now))
}

/** Who can see the review now, in plain words. `plain`: the plain address's terms, if known. */
export function whoCanSee(
  { visibility, share, plain }: ShareState & { plain?: Review['share'] | undefined },
  now = Date.now(),
): string {
  const onlyMembers = 'Only you and the members of this review can see it'
  if (visibility === 'PRIVATE') return `${onlyMembers}.`
  if (visibility === 'PUBLIC') return `Anyone can ${everybodyMay[share.access]}.`
  const isPlainOpen = plain ? isLinkOn({ visibility, share: plain }, now) : share.plainAddress === true
  if (share.access === 'NONE' || isExpired(share, now)) {
    const isOff = share.access === 'NONE'
    const link = isOff ? 'is turned off' : `expired on ${formatMoment(share.expiresAt ?? '')}`
    if (isPlainOpen) return `Its address alone opens it. The link ${link}.`
    return `${onlyMembers}: the link ${link}.`
  }
  const isAlike = isPlainOpen && linkTerms(plain ?? share, now) === linkTerms(share, now)
  const holders = isAlike ? 'Anyone with the address or a link' : 'Anyone with the link'
  const who = share.hasAccessKey ? `${holders} and the access key` : holders
  const end = share.expiresAt ? `, until ${formatMoment(share.expiresAt)}` : ''
  const besides = isPlainOpen && !isAlike ? ' Its address alone opens it too.' : ''
  return `${who} can ${mayDo[share.access]}${end}.${besides}`
}

function isExpired(share: Review['share'], now: number): boolean {
  return typeof share.expiresAt === 'string' && Date.parse(share.expiresAt) <= now
}

const linkMay: Record<ShareAccess, string> = {
  NONE: 'Turned off',
  VIEW: 'Can view',
  COMMENT: 'Can comment',
  EDIT: 'Can comment, and edit after joining',
}

/** What one of several links allows, in a few words. */
export function linkTerms(link: Review['share'], now = Date.now()): string {
  if (isExpired(link, now)) return `Expired on ${formatMoment(link.expiresAt ?? '')}`
  const parts = [
    linkMay[link.access],
    link.hasAccessKey ? 'with a key' : '',
    link.expiresAt ? `until ${formatMoment(link.expiresAt)}` : '',
    link.allowDownload || link.access === 'NONE' ? '' : 'no downloads',
    link.onlyCurrent && link.access !== 'NONE' ? 'only current versions' : '',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

type Others = { others: number | undefined; isFailed: boolean }

/** What the folded options of a review say now, in a line. */
export function optionsNow(
  { visibility, share }: ShareState,
  { others, isFailed }: Others,
  now = Date.now(),
): string {
  const isByLink = visibility === 'UNLISTED' && share.access !== 'NONE'
  const end = isExpired(share, now) ? 'expired' : share.expiresAt && `until ${formatMoment(share.expiresAt)}`
  const parts = [
    isByLink && (share.hasAccessKey ? 'with a key' : 'no key'),
    isByLink && (end || 'no expiry'),
    visibility !== 'PRIVATE' && (share.allowDownload ? 'downloads allowed' : 'no downloads'),
    visibility !== 'PRIVATE' && share.onlyCurrent && 'only current versions',
    others !== undefined && others > 0 && formatCount(others, 'more link'),
    isFailed && 'more links couldn’t be loaded',
  ]
  return parts.filter((part) => part).join(' · ')
}
