import { useSession } from '#web/lib/session'
import { useStore } from '#web/lib/store'
import { devicePerson } from './device-person.ts'
import { type DeviceReviews, deviceChanges, readReviews } from './device-store.ts'

/** Reviews that only this device has, for its current user. */
export function useDeviceReviews(): DeviceReviews {
  // Signing in or out changes the person.
  useSession()
  return useStore(deviceChanges, () => readReviews(devicePerson()))
}
