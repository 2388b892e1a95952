import { requestUpload } from '#web/lib/upload-request'
import { UploadButton, type UploadButtonProps } from './upload-button.tsx'

/** While nothing uploads, or that is unknown. */
export function IdleUploadButton(props: UploadButtonProps) {
  return <UploadButton {...props} label="Upload file" onPress={() => requestUpload()} />
}
