import { maxFileBytes } from '@wingmark/contract/limits'
import { DomainError } from '#server/platform/domain-error'

/** Each holds a connection and an open file of this process. */
const mostOfAccount = 300
const mostOfNetwork = 600
const retrySeconds = 10
/** What a form may be longer than its file, and nobody else has to leave room for. */
const formBytes = 64 * 1024

const tooMany = 'Too many uploads at once. Wait until some of them are done.'

type Arrival = {
  account: string
  network: string
  /** Whose room it takes: the owner's, or that of a network's guests on the owner's account. */
  payer: string
  /** Bytes that may still be stored for them. */
  room: number
  /** At most so many will come; null where nobody said. */
  announcedBytes: number | null
}

const open = new Map<string, number>()
const heldBytes = new Map<string, number>()

/**
 * An upload that comes in one request takes a place, and room for all that may come of it, so that many at once do not
 * store more than one after the other could. Throws RATE_LIMITED, STORAGE_QUOTA.
 */
export function beginArrival(arrival: Arrival): { limitBytes: number; end: () => void } {
  const { account, network, payer, room, announcedBytes } = arrival
  const isMany =
    countOf(open, `account ${account}`) >= mostOfAccount ||
    countOf(open, `network ${network}`) >= mostOfNetwork
  if (isMany) throw new DomainError('RATE_LIMITED', { message: tooMany, retryAfterSeconds: retrySeconds })
  const left = room - countOf(heldBytes, payer)
  if (left <= 0) throw new DomainError('STORAGE_QUOTA')
  const limitBytes = Math.min(maxFileBytes, left, announcedBytes ?? maxFileBytes)
  const held = Math.max(0, limitBytes - formBytes)
  const add = (sign: 1 | -1) => {
    change(open, `account ${account}`, sign)
    change(open, `network ${network}`, sign)
    change(heldBytes, payer, sign * held)
  }
  add(1)
  let isOver = false
  const end = () => {
    if (!isOver) add(-1)
    isOver = true
  }
  return { limitBytes, end }
}

const countOf = (counts: Map<string, number>, name: string) => counts.get(name) ?? 0

function change(counts: Map<string, number>, name: string, by: number) {
  const now = countOf(counts, name) + by
  if (now === 0) counts.delete(name)
  else counts.set(name, now)
}
