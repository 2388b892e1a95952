import { LinkRow } from '#web/features/sharing/links/link-row'

export function LinkToCopy({ url }: { url: string }) {
  return (
    <div style={{ width: '100%' }}>
      <LinkRow url={url} isOn />
    </div>
  )
}
