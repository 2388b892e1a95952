import { useRef } from 'react'
import { MissingFiles } from '../notices/missing-files.tsx'
import { transfers, useTransfers } from './transfer-runtime.ts'

/** Files of an earlier visit to choose again, even while others upload. */
export function MissingTransfers() {
  const missing = useTransfers((session) => session.queue.missing)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <MissingFiles
        missing={missing}
        onForget={transfers.forgetMissing}
        onReopen={() => void transfers.reopenMissing()}
        onChoose={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to choose again"
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (chosen.length > 0) transfers.add(chosen)
        }}
      />
    </>
  )
}
