import { expect, test } from 'vitest'
import { commandOf } from '#web/features/room/state/shortcuts'
import { taskCommandOf } from '#web/features/workspaces/task/task-shortcuts'
import { isCommandKey, isKey, type Pressed } from './keys.ts'

const press = (key: string, code: string, held: Partial<Pressed> = {}): Pressed => ({
  ...{ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
})

const letters = [...'qwertyuiopasdfghjklzxcvbnm']
/** What each of these layouts types. */
const presses = (typed: string) =>
  typed.split(' ').map((key, at) => press(key, `Key${letters[at]?.toUpperCase()}`))

const foreign = {
  russian: 'й ц у к е н г ш щ з ф ы в а п р о л д я ч с м и т ь',
  russianInCapitals: 'Й Ц У К Е Н Г Ш Щ З Ф Ы В А П Р О Л Д Я Ч С М И Т Ь',
  greek: '; ς ε ρ τ υ θ ι ο π α σ δ φ γ η ξ κ λ ζ χ ψ ω β ν μ',
  hebrew: "/ ' ק ר א ט ו ן ם פ ש ד ג כ ע י ח ל ך ז ס ב ה נ מ צ",
  korean: 'ㅂ ㅈ ㄷ ㄱ ㅅ ㅛ ㅕ ㅑ ㅐ ㅔ ㅁ ㄴ ㅇ ㄹ ㅎ ㅗ ㅓ ㅏ ㅣ ㅋ ㅌ ㅊ ㅍ ㅠ ㅜ ㅡ',
  japanese: 'た て い す か ん な に ら せ ち と し は き く ま の り つ さ そ ひ こ み も',
  arabic: 'ض ص ث ق ف غ ع ه خ ح ش س ي ب ل ا ت ن م ئ ء ؤ ر لا ى ة',
  thai: 'ๆ ไ ำ พ ะ ั ี ร น ย ฟ ห ก ด เ ้ ่ า ส ผ ป แ อ ิ ื ท',
  hindi: 'ौ ै ा ी ू ब ह ग द ज ो े ् ि ु प र क त ॆ ं म न व ल स',
  armenian: 'խ ւ է ր տ ե ը ի ո պ ա ս դ ֆ ք հ ճ կ լ զ ց գ վ բ ն մ',
  georgian: 'ქ წ ე რ ტ ყ უ ი ო პ ა ს დ ფ გ ჰ ჯ კ ლ ზ ხ ც ვ ბ ნ მ',
}
const latin = {
  qwertz: 'q w e r t z u i o p a s d f g h j k l y x c v b n m',
  azerty: 'a z e r t y u i o p q s d f g h j k l w x c v b n ,',
  dvorak: "' , . p y f g c r l a o e u i d h t n ; q j k x b m",
  colemak: 'q w f p g j l u y ; a r s t d h n e i z x c v b k m',
  bepo: 'b é p o è ^ v d l j a u i e , c t s r à y x . k ’ q',
  turkishF: 'f g ğ ı o d r n h p u i e a ü t k m l j ö v c ç z s',
}

test.each(Object.entries(foreign))('%s letters are the keys of their places', (_, typed) => {
  const wrong = presses(typed).filter((event, at) => !isKey(event, letters[at] ?? ''))
  // These two layouts have another sign there.
  expect(wrong.map(({ key }) => key)).toEqual(typed.startsWith('/') ? ['/'] : typed[0] === ';' ? [';'] : [])
})

test.each(Object.entries(latin))('%s letters count as typed', (_, typed) => {
  for (const event of presses(typed)) {
    const own = event.key === 'ı' ? 'i' : event.key
    const wanted = letters.includes(own) ? [own] : []
    expect(letters.filter((name) => isKey(event, name))).toEqual(wanted)
  }
})

test('commands work on every layout', () => {
  expect(commandOf(press('т', 'KeyN'))).toBe('nextComment')
  expect(commandOf(press('ב', 'KeyC'))).toBe('point')
  expect(commandOf(press('х', 'BracketLeft'))).toBe('previousFile')
  expect(commandOf(press('ъ', 'BracketRight'))).toBe('nextFile')
  expect(commandOf(press('؟', 'Slash', { shiftKey: true }))).toBe('help')
  expect(commandOf(press('١', 'Digit1'))).toBe('actualSize')
  expect(taskCommandOf(press('۲', 'Digit2'))).toEqual({ do: 'status', status: 'IN_PROGRESS' })
  expect(taskCommandOf(press('Ч', 'KeyX', { shiftKey: true }))).toEqual({ do: 'choose' })
})

test('the digit row needs no Shift, and its signs keep their meaning', () => {
  const row = [...'à&é"\'(-è_ç']
  const digits = row.flatMap((key, digit) => (isKey(press(key, `Digit${digit}`), `${digit}`) ? digit : []))
  expect(digits).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(commandOf(press('-', 'Digit6'))).toBe('zoomOut')
  expect(commandOf(press('à', 'Digit0'))).toBe('fit')
  expect(commandOf(press('+', 'Digit1'))).toBe('zoomIn')
  expect(taskCommandOf(press('+', 'Digit1'))).toEqual({ do: 'status', status: 'TODO' })
  expect(taskCommandOf(press('1', 'Digit1', { shiftKey: true }))).toEqual({ do: 'status', status: 'TODO' })
  expect(taskCommandOf(press('@', 'Digit2', { shiftKey: true }))).toBeNull()
})

test('signs count as typed, wherever they are', () => {
  expect(commandOf(press('?', 'Minus', { shiftKey: true }))).toBe('help')
  expect(commandOf(press('+', 'BracketRight'))).toBe('zoomIn')
  expect(commandOf(press('/', 'Digit7', { shiftKey: true }))).toBe('search')
  expect(commandOf(press('¡', 'Equal'))).toBeNull()
  expect(commandOf(press('ß', 'Minus'))).toBeNull()
  expect(commandOf(press('-', 'NumpadSubtract'))).toBe('zoomOut')
  expect(commandOf(press('0', 'Numpad0'))).toBe('fit')
  expect(commandOf(press('End', 'Numpad1'))).toBeNull()
})

test('only brackets may need AltGr or Option', () => {
  const altGr = { ctrlKey: true, altKey: true }
  expect(commandOf(press(']', 'Digit9', altGr))).toBe('nextFile')
  expect(commandOf(press(']', 'Digit6', { altKey: true }))).toBe('nextFile')
  expect(commandOf(press('[', 'Digit5', { altKey: true, shiftKey: true }))).toBe('previousFile')
  expect(commandOf(press('[', 'BracketLeft', { metaKey: true, altKey: true }))).toBeNull()
  expect(commandOf(press('ń', 'KeyN', altGr))).toBeNull()
  expect(commandOf(press('т', 'KeyN', { altKey: true }))).toBeNull()
  expect(commandOf(press('¡', 'Digit1', { altKey: true }))).toBeNull()
})

test('with Ctrl or ⌘, Shift decides, not the layout or CapsLock', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
    for (const key of ['z', 'Z', 'я', 'Я']) expect(isCommandKey(press(key, 'KeyZ', held), 'z')).toBe(true)
    expect(isCommandKey(press('z', 'KeyY', held), 'z')).toBe(true)
    expect(isCommandKey(press('y', 'KeyZ', held), 'z')).toBe(false)
    expect(isCommandKey(press('z', 'KeyZ', { ...held, shiftKey: true }), 'z')).toBe(false)
    expect(isCommandKey(press('κ', 'KeyK', held), 'k')).toBe(true)
    expect(isCommandKey(press('л', 'KeyK', { ...held, altKey: true }), 'k')).toBe(false)
  }
  expect(isCommandKey(press('z', 'KeyZ'), 'z')).toBe(false)
})

test('ignores a key without a name', () => {
  const filledIn: unknown = { code: undefined, key: undefined }
  expect(isKey(filledIn as Pressed, 'Enter', 'a')).toBe(false)
})
