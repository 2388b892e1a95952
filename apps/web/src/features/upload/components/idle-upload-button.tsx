import { requestUpload } from '#web/lib/upload-request'
import { UploadButton, type UploadButtonProps } from './upload-button.tsx'

/** While nothing is uploaded, and before it is known whether something is. */
export function IdleUploadButton(props: UploadButtonProps) {
  return <UploadButton {...props} label="Upload file" onPress={() => requestUpload()} />
}
