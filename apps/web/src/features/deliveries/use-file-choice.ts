import type { DeliveryFile } from '@wingmark/contract/received-deliveries'
import { useState } from 'react'

export type FileChoice = {
  /** Sizes by id. */
  chosen: ReadonlyMap<string, number>
  toggle: (file: Pick<DeliveryFile, '_id' | 'size'>) => void
  clear: () => void
}

/** A selection of sent files, to download together. */
export function useFileChoice(): FileChoice {
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map())
  return {
    chosen,
    toggle: ({ _id, size }) =>
      setChosen((before) => {
        const next = new Map(before)
        if (!next.delete(_id)) next.set(_id, size)
        return next
      }),
    clear: () => setChosen(new Map()),
  }
}
