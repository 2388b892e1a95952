import { anyShape, parseJson } from '@wingmark/contract/json'
import { readStored, writeStored } from '#web/lib/browser-storage'

const key = 'wingmark.deleted'

/** Reviews and workspaces that this tab knows were deleted, kept over reloads. */
const known = new Set<string>(read())

export function rememberDeleted(id: string): void {
  known.add(id)
  keep()
}

/** It opens: it was restored. */
export function forgetDeleted(id: string): void {
  if (known.delete(id)) keep()
}

export const isKnownDeleted = (id: string): boolean => known.has(id)

function keep(): void {
  writeStored(key, JSON.stringify([...known]), 'sessionStorage')
}

function read(): string[] {
  const ids = parseJson(readStored(key, 'sessionStorage'), anyShape)
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
