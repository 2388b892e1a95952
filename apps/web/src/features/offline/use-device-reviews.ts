import { useSession } from '#web/lib/session'
import { useStore } from '#web/lib/store'
import { devicePerson } from './device-person.ts'
import { type DeviceReviews, deviceChanges, readReviews } from './device-store.ts'

/** What this device alone has, for whoever uses it now. */
export function useDeviceReviews(): DeviceReviews {
  // Signing in or out changes who that is.
  useSession()
  return useStore(deviceChanges, () => readReviews(devicePerson()))
}
