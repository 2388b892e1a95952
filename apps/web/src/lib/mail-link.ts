/** A link that opens an email to this address, which may contain `%`, `?` and `#`. */
export const mailLink = (address: string, about: { subject?: string; body?: string } = {}): string => {
  const [name, domain] = address.split('@').map(encodeURIComponent)
  const query = Object.entries(about).map(([field, words]) => `${field}=${encodeURIComponent(words)}`)
  return [`mailto:${name}@${domain}`, query.join('&')].filter((part) => part !== '').join('?')
}
