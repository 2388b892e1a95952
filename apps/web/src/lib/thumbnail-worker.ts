export type DrawRequest = { id: number; file: Blob; widthPx: number }
export type DrawAnswer = { id: number; picture: Blob | null }

// Decoding and scaling twelve megapixels would block the page, but not here.
self.onmessage = ({ data }: MessageEvent<DrawRequest>) => {
  void draw(data)
    .catch(() => null)
    .then((picture) => self.postMessage({ id: data.id, picture } satisfies DrawAnswer, { transfer: [] }))
}

async function draw({ file, widthPx }: DrawRequest): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { resizeWidth: widthPx, resizeQuality: 'medium' })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
}
