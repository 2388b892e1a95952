import { chromium } from 'playwright-core'
const base = process.env.BASE!
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] })
const login = await fetch(base + '/user/api/v1/login', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: process.env.EMAIL, password: process.env.PASSWORD }) })
const token = (await login.json()).result.accessToken
for (const [w, scheme] of [[1440, 'light'], [390, 'dark'], [768, 'dark']] as const) {
  const context = await browser.newContext({ viewport: { width: w, height: 800 }, colorScheme: scheme, baseURL: base, reducedMotion: 'reduce' })
  await context.addInitScript((t) => localStorage.setItem('wingmark.token', t), token)
  const page = await context.newPage()
  const shot = async (name: string) => { await page.waitForTimeout(700); await page.screenshot({ path: `/tmp/tr-pics/${name}-${w}.png` }) }
  await page.goto('/transfers'); await page.getByRole('listitem').first().waitFor(); await shot('root')
  await page.getByRole('button', { name: 'Skerry Line, final files', exact: true }).click(); await page.getByRole('checkbox').first().click().catch(() => {}); await shot('folder')
  await page.getByRole('button', { name: 'Show as grid' }).click(); await shot('grid')
  await page.getByRole('button', { name: 'Upload file' }).last().click(); await shot('picker')
  await page.getByLabel('Files to transfer').setInputFiles(['/work/wt/transfers/README.md', '/work/wt/transfers/CHANGELOG.md', '/work/wt/transfers/package.json', '/work/wt/transfers/LICENSE']); await shot('queue')
  await page.keyboard.press('Escape')
  await page.goto('/landing/transfers'); await shot('sample')
  await page.goto('/dashboard'); await shot('dashboard')
  await context.close()
}
await browser.close()
