const boundary = 'wingmark-bench'

/** A form with one file, made beforehand: only the server's work is measured. */
export function formOf(bytes: Buffer, name: string): { type: string; body: Buffer } {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
