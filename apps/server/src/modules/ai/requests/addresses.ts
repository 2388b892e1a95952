/** Endings that are almost always an address; words such as `it`, `me` or `is` need a path after them. */
const commonEnds =
  'com|net|org|edu|gov|mil|io|co|dev|app|info|biz|xyz|site|online|link|page|ru|cn|de|fr|uk|eu|ly|gg|ch|nl|pl|cz|es|pt|se|dk|fi|jp|kr|br|au|ca|nz|mx|tv|cc|ws|tk|ml|cf|gq|club|shop|store|tech|cloud|blog|icu|vip|click|website|space|studio|test|example|invalid'
const files = 'png|jpe?g|gif|svg|webp|avif|pdf|mp4|html?|css|jsx?|tsx?|json|psd|fig|txt|indd|eps|tiff?'

const label = String.raw`(?:[\p{L}\d-]+\.)`
const path = String.raw`(?:[/?#][^\s<>"]+|:\d{2,5}\b[^\s<>"]*)`

/** Addresses without `https://` or `www.`: a common ending, or any name, number or `localhost` with a path or port. */
export const bareAddresses: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\p{L}\d-])${label}{1,8}(?!(?:${files})(?![\p{L}\d]))\p{L}{2,24}${path}`, 'giu'),
  new RegExp(String.raw`(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}${path}`, 'gu'),
  new RegExp(String.raw`(?<![\p{L}\d-])localhost${path}`, 'giu'),
  new RegExp(String.raw`(?<![\p{L}\d-])${label}{1,8}(?:${commonEnds})(?![\p{L}\d-])(?:[/?#:]\S*)?`, 'giu'),
]
