import { fontFamily } from '@wingmark/contract/typeface'

const dark = ':root[data-mantine-color-scheme=dark]'

/** As in the web app; the sizes are those of deliveries.module.css and theme.css. */
export const style = `<style>
#first-delivery{position:absolute;inset:56px 0 auto;z-index:1;box-sizing:border-box;min-height:calc(100vh - 56px);padding:32px 32px 96px;background:#fafafa;color:#1c1d20;font:400 .875rem/1.55 ${fontFamily};pointer-events:none}
#first-delivery>div{display:grid;gap:8px;max-width:1136px;margin:0 auto}
#first-delivery :is(h1,p){margin:0;overflow-wrap:anywhere}
#first-delivery h1{margin-top:8px;font-size:clamp(1.5rem,2.8vw,1.875rem);font-weight:680;letter-spacing:-.022em;line-height:1.2}
#first-delivery .by{display:flex;gap:12px;align-items:center;min-height:36px}
#first-delivery .words{max-width:70ch;white-space:pre-wrap}
#first-delivery .facts{opacity:.7}
#first-delivery .rest{height:85px;margin-top:-8px}
#first-delivery .get{display:inline-block;margin:19px 0 24px;padding:0 22px 0 42px;line-height:42px;border-radius:8px;background:#d93a1f;color:#fff;font-weight:600}
#first-delivery .lines{margin:0 0 16px;padding:0;overflow:hidden;list-style:none;background:#fff;border:1px solid #dedee1;border-radius:12px}
#first-delivery .lines li{display:flex;gap:12px;align-items:center;box-sizing:border-box;min-height:52px;padding:8px 12px}
#first-delivery .lines li+li{border-top:1px solid #dedee1}
#first-delivery .lines i{width:15px;height:19px;margin:0 2px;border:1.5px solid;border-radius:2px 6px 2px 2px;opacity:.7}
#first-delivery .lines b{flex:1;min-width:0;overflow:hidden;font-weight:400;text-overflow:ellipsis;white-space:nowrap}
#first-delivery .folder{margin-bottom:8px;font-size:1rem;font-weight:600}
#first-delivery .frames{--row:260px;display:flex;flex-wrap:wrap;gap:16px}
#first-delivery .frames::after{flex-grow:1000000;content:""}
#first-delivery .frame{flex:calc(var(--ratio)*10) calc(var(--ratio)*var(--row));min-width:120px;max-width:calc(var(--ratio)*var(--row)*1.9);margin-bottom:36px;aspect-ratio:var(--ratio);overflow:hidden;background:#ececee;border-radius:8px}
#first-delivery .frame img{display:block;width:100%;height:100%;object-fit:cover;object-position:50% 0}
#first-delivery .alone{display:grid;place-items:center;background:#141517;border-radius:12px;overflow:hidden}
#first-delivery .alone img{display:block;max-width:100%;max-height:72vh;object-fit:contain;background:#fff}
@media (max-width:768px){#first-delivery{padding:32px 16px 96px}#first-delivery .rest{height:43px}#first-delivery .get{position:fixed;right:16px;bottom:16px;left:16px;margin:0;padding:0;text-align:center}#first-delivery .frames{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:12px}#first-delivery .frames::after{content:none}#first-delivery .frame{min-width:0;max-width:none;margin-bottom:52px}#first-delivery .frame:only-child{grid-column:1/-1}#first-delivery .frame:not(:only-child){aspect-ratio:4/3}}
${dark} #first-delivery{background:#17181b;color:#e6e7e9}${dark} #first-delivery .frame{background:#0b0c0d}${dark} #first-delivery .lines{background:#202125;border-color:#34363b}${dark} #first-delivery .lines li+li{border-color:#34363b}
</style>`
