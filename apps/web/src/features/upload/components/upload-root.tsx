export function UploadRoot() {
  return null
}
