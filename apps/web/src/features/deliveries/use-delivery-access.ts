import type { Delivery } from '@wingmark/contract/deliveries'
import { isolated } from '@wingmark/contract/names'
import { useChangeDelivery, useCloseDelivery } from '#web/features/deliveries/queries'
import { offerUndo } from '#web/lib/undo'

/** Closes all links of a delivery, and Undo reopens the open ones; or opens all. */
export function useDeliveryAccess({ _id: id, name }: Pick<Delivery, '_id' | 'name'>) {
  const closing = useCloseDelivery(id)
  const opening = useChangeDelivery(id)
  return {
    isBusy: closing.isPending || opening.isPending,
    close: () =>
      closing.mutate(undefined, {
        onSuccess: (links) =>
          offerUndo(`Links of “${isolated(name)}” turned off`, () =>
            opening.mutate({ access: 'VIEW', links }),
          ),
      }),
    open: () => opening.mutate({ access: 'VIEW' }),
  }
}
