import { transferDepthMax } from '@wingmark/contract/limits'
import type { Deps } from '#server/deps'
import { listOriginals, type Original, originalsSource } from '#server/modules/files/for-transfers/service'
import type { TransferRow } from '#server/modules/transfers/store'
import type { OpenObject } from '#server/platform/storage'
import { apart, roomFor, zipName } from '#server/platform/zip/names'
import { planZip, type ZipFile } from '#server/platform/zip/plan'
import { readPlan } from '#server/platform/zip/read'

/** `identity` identifies exactly these bytes. */
export type Bytes = { identity: string; mime: string; name: string; open: () => Promise<OpenObject> }

const missingName = 'missing-files.txt'

/** The tops with everything below; of damaged files only the names. */
export async function zipOf(
  deps: Deps,
  owner: string,
  { name, tops, rows }: { name: string; tops: readonly TransferRow[]; rows: readonly TransferRow[] },
): Promise<Bytes> {
  const ids = new Set([...tops, ...rows].flatMap(({ fileId }) => fileId ?? []))
  const originals = await listOriginals(deps, owner, [...ids])
  const plan = planZip(zipFiles(tops, rows, originals))
  const object: OpenObject = {
    sizeBytes: plan.size,
    modifiedAt: new Date(),
    stream: (range) =>
      readPlan(plan, originalsSource(deps), range).on('error', (error) =>
        deps.log.error({ err: error }, 'a download ended early'),
      ),
    close: async () => {},
  }
  const open = async () => {
    // Reads the first original now, so that unavailable storage gives an error status, not a broken connection.
    const [some] = originals.values()
    if (some) await deps.storage.has({ key: some.storageKey })
    return object
  }
  return { identity: `zip/${plan.identity}`, mime: 'application/zip', name, open }
}

function zipFiles(
  tops: readonly TransferRow[],
  rows: readonly TransferRow[],
  originals: ReadonlyMap<string, Original>,
): ZipFile<Original>[] {
  const inside = Map.groupBy(rows, (row) => row.parentId)
  const missing: string[] = []
  const names = new Map<string, number>()
  // Each once, even if one chosen item lies in another.
  const folders = new Set(rows.flatMap(({ id, type }) => (type === 'FOLDER' ? [id] : [])))
  const outermost = tops.filter(({ parentId }) => parentId === null || !folders.has(parentId))
  const files = [...below(outermost, '', { taken: names, levels: transferDepthMax })]
  if (missing.length === 0) return files
  const text = Buffer.from(`${missing.join('\n')}\n`)
  const path = apart(missingName, names)
  return [...files, { path, modifiedAt: new Date(0), size: text.length, identity: text.toString(), of: text }]

  function* below(
    some: readonly TransferRow[],
    start: string,
    { taken = new Map<string, number>(), levels }: { taken?: Map<string, number>; levels: number },
  ): Generator<ZipFile<Original>> {
    const room = roomFor(start, levels)
    for (const { id, type, name, fileId, createdAt: modifiedAt } of some) {
      const path = start + apart(zipName(name, room), taken)
      const children = inside.get(id) ?? []
      const of = originals.get(fileId ?? '')
      if (type === 'FOLDER' && children.length === 0)
        yield { path: `${path}/`, modifiedAt, size: 0, identity: '', of: null }
      else if (type === 'FOLDER') yield* below(children, `${path}/`, { levels: levels - 1 })
      else if (of && !of.isDamaged) yield { path, modifiedAt, size: of.size, identity: of.key, of }
      else missing.push(path)
    }
  }
}
