import type { DeliveryFile } from './received-deliveries.ts'

/** Whether there is a picture to show, now or soon. */
export const hasPicture = ({ file, isDamaged }: DeliveryFile): boolean =>
  !isDamaged && file.kind !== 'OTHER' && file.state !== 'FAILED' && file.previewUrl !== ''

const mostWide = 3
const leastWide = 0.5

/** Width by height, within what a row can show; 4:3 until it is known. */
export function ratioOf({ file }: DeliveryFile): number {
  const { width, height } = file.pages?.[0] ?? file
  const ratio = width && height ? width / height : 4 / 3
  return Math.min(mostWide, Math.max(leastWide, ratio))
}
