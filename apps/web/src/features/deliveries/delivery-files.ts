import type { DeliveryFile } from '@wingmark/contract/received-deliveries'

export { hasPicture, ratioOf } from '@wingmark/contract/delivery-pictures'

export type Section = { key: string; name: string; folder: string | null; files: DeliveryFile[] }

/** Groups files by folder, in the given order. */
export function sectionsOf(files: readonly DeliveryFile[]): Section[] {
  const byFolder = Map.groupBy(files, (file) => file.path.join('/'))
  return [...byFolder].map(([key, some]) => ({
    key,
    name: some[0]?.path.join(' / ') ?? '',
    folder: some[0]?.folder ?? null,
    files: some,
  }))
}
