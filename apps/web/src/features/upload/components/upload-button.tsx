import { Button } from '@mantine/core'
import { requestUpload } from '#web/lib/upload-request'

export function UploadButton({ look }: { look: 'header' | 'floating' }) {
  return (
    <Button size={look === 'header' ? 'xs' : 'md'} onClick={() => requestUpload()}>
      Upload file
    </Button>
  )
}
