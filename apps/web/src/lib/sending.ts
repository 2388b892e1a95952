import { createValue, useStore } from '#web/lib/store'

/** Files that the transfer queue of this tab sends; told by the upload feature, which comes late. */
export const sendingCount = createValue(0)

export const useSendingCount = () => useStore(sendingCount, (count) => count)
