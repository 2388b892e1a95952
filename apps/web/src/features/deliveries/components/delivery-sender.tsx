import { skipToken, useQuery } from '@tanstack/react-query'
import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import { deliveryKeys } from '#web/features/deliveries/delivery-keys'
import { isOver } from '#web/lib/api-error'
import { Face } from '#web/ui/face'
import classes from './delivery-sender.module.css'

/** Who sent it, for visitors, before the product's name. Uses what the page has fetched. */
export function DeliverySender({ id }: { id: string }) {
  const { data, error } = useQuery<DeliveryPage>({ queryKey: deliveryKeys.page(id), queryFn: skipToken })
  if (!data || isOver(error)) return null
  const { _id, name, avatar } = data.sender
  return (
    <div className={classes.sender}>
      <Face connectionId={_id} name={name} src={avatar} size={34} />
      <bdi className={classes.name} title={name}>
        {name}
      </bdi>
    </div>
  )
}
