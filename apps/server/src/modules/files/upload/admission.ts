import { maxFileBytes } from '@wingmark/contract/limits'
import { quotaExceeded } from '#server/modules/files/quota/quota-exceeded'
import { DomainError } from '#server/platform/domain-error'

/** Each occupies a connection and an open file of this process. */
const mostOfAccount = 300
const mostOfNetwork = 600
const retrySeconds = 10
/** Overhead of a form around its file; not charged against others' space. */
const formBytes = 64 * 1024

const tooMany = 'Too many uploads at once. Wait for some to finish.'

type Upload = {
  account: string
  network: string
  /** The storage it uses: the owner's, or the share of a network's guests. */
  payer: string
  guestId: string | null
  /** Bytes left to store for them. */
  freeBytes: number
  /** The announced maximum; null if unknown. */
  announcedBytes: number | null
}

type Admitted = { limitBytes: number; end: () => void }

/** Uploads in progress, each within one request. */
export function createUploadAdmission() {
  const open = createCounts()
  const heldBytes = createCounts()
  return {
    /**
     * Reserves a slot and storage, so that parallel uploads store no more than sequential ones could. Throws
     * RATE_LIMITED, `quotaExceeded`.
     */
    admit({ account, network, payer, guestId, freeBytes, announcedBytes }: Upload): Admitted {
      const isMany =
        open.of(`account ${account}`) >= mostOfAccount || open.of(`network ${network}`) >= mostOfNetwork
      if (isMany) throw new DomainError('RATE_LIMITED', { message: tooMany, retryAfterSeconds: retrySeconds })
      const left = freeBytes - heldBytes.of(payer)
      if (left <= 0) throw quotaExceeded(guestId)
      const limitBytes = Math.min(maxFileBytes, left, announcedBytes ?? maxFileBytes)
      const held = Math.max(0, limitBytes - formBytes)
      const add = (sign: 1 | -1) => {
        open.change(`account ${account}`, sign)
        open.change(`network ${network}`, sign)
        heldBytes.change(payer, sign * held)
      }
      add(1)
      let isOver = false
      const end = () => {
        if (!isOver) add(-1)
        isOver = true
      }
      return { limitBytes, end }
    },
  }
}

function createCounts() {
  const counts = new Map<string, number>()
  const of = (name: string) => counts.get(name) ?? 0
  return {
    of,
    change(name: string, by: number) {
      const now = of(name) + by
      if (now === 0) counts.delete(name)
      else counts.set(name, now)
    },
  }
}
