import { LinkRow } from '#web/features/sharing/links/link-row'
import { transfers } from './transfer-runtime.ts'

/** `holds`: who presses, selects or goes into it is not left without it. */
export function LinkToCopy({ url, holds = false }: { url: string; holds?: boolean }) {
  const hold = () => holds && transfers.send({ type: 'held' })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only notices what is done with the field inside
    <div
      style={{ width: '100%' }}
      onPointerDown={hold}
      onKeyDown={hold}
      onKeyUp={hold}
      onPaste={hold}
      onBlur={(event) =>
        holds && !event.currentTarget.contains(event.relatedTarget) && transfers.send({ type: 'released' })
      }
    >
      <LinkRow url={url} isOn />
    </div>
  )
}
