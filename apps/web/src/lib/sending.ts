import { createValue, useStore } from '#web/lib/store'

/** Files that this tab's transfer queue sends; set by the upload feature, which loads late. */
export const sendingCount = createValue(0)

export const useSendingCount = () => useStore(sendingCount, (count) => count)
