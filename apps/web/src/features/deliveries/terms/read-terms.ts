import { deliveryDays, deliveryMessages } from '@wingmark/contract/deliveries'
import { accessKeyMin } from '@wingmark/contract/limits'
import { readLimit } from '#web/features/deliveries/read-limit'
import { type LinkTerms, TermsError, type TermsProblems } from '#web/features/deliveries/terms/link-terms'
import { endOfDay } from '#web/features/sharing/links/link-expiry'
import { readAddresses } from '#web/features/sharing/people/addresses'

/** Parses terms for the server; throws `TermsError` with all problems. */
export function readTerms({ title, message, to, ends, accessKey, maxDownloads }: LinkTerms) {
  const problems: TermsProblems = {}
  function read<T>(field: keyof LinkTerms, reader: () => T): T | undefined {
    try {
      return reader()
    } catch (error) {
      problems[field] = error instanceof Error ? error.message : String(error)
    }
  }
  const recipients = read('to', () => addressesOf(to))
  const end = read('ends', () => endOf(ends))
  const key = read('accessKey', () => keyOf(accessKey))
  const limit = read('maxDownloads', () => readLimit(maxDownloads))
  if (Object.keys(problems).length > 0) throw new TermsError(problems)
  return { title, message, ...recipients, ...end, ...key, maxDownloads: limit }
}

const fields: Readonly<Record<string, keyof LinkTerms>> = {
  title: 'title',
  message: 'message',
  recipients: 'to',
  days: 'ends',
  expiresAt: 'ends',
  accessKey: 'accessKey',
  maxDownloads: 'maxDownloads',
}

/** The server's errors by field; null if they are about something else. */
export function termsErrorFrom(errors: Readonly<Record<string, string>>): TermsError | null {
  const found = Object.entries(errors).flatMap(([path, message]) => {
    const field = fields[path.split('.')[0] ?? '']
    return field ? [[field, message] as const] : []
  })
  return found.length > 0 ? new TermsError(Object.fromEntries(found)) : null
}

function addressesOf(to: string) {
  if (to.trim() === '') return {}
  const { emails, error } = readAddresses(to)
  if (error !== null) throw new Error(error)
  return { recipients: emails }
}

function keyOf(accessKey: string) {
  if (accessKey === '') return {}
  if (accessKey.length < accessKeyMin) throw new Error(deliveryMessages.keyTooShort)
  return { accessKey }
}

function endOf(ends: string) {
  if (ends === 'never') return { expiresAt: null }
  const days = deliveryDays.find((one) => String(one) === ends)
  if (days !== undefined) return { days }
  const expiresAt = endOfDay(ends)
  if (expiresAt === null) throw new Error('Choose today or a later date.')
  return { expiresAt }
}
