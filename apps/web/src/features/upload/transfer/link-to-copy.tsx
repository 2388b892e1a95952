import { LinkRow } from '#web/features/sharing/links/link-row'
import { transfers } from './transfer-runtime.ts'

/** `holds`: who presses, selects or goes into it is not left without it. */
export function LinkToCopy({ url, holds = false }: { url: string; holds?: boolean }) {
  const hold = () => holds && transfers.send({ type: 'held' })
  const release = () => holds && transfers.send({ type: 'released' })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only notices what is done with the field inside
    <div
      style={{ width: '100%' }}
      onPointerDown={hold}
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && hold()}
      onPointerLeave={({ currentTarget, pointerType }) =>
        // A finger that is lifted has not gone elsewhere.
        pointerType !== 'touch' && !currentTarget.contains(document.activeElement) && release()
      }
      onKeyDown={hold}
      onKeyUp={hold}
      onPaste={hold}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && release()}
    >
      <LinkRow url={url} isOn />
    </div>
  )
}
