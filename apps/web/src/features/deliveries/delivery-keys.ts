export const deliveryKeys = {
  all: ['deliveries'] as const,
  sent: ['deliveries', 'sent'] as const,
  received: ['deliveries', 'received'] as const,
  /** As the receiver sees it. */
  page: (id: string) => ['deliveries', 'page', id] as const,
  /** As the sender sees it. */
  one: (id: string) => ['deliveries', 'one', id] as const,
}
