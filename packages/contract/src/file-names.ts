import { extensionOf, type FilePurpose, fileTypeByExtension, isAcceptedKind } from './file-types.ts'

/** Extensions that people and systems know as types not accepted here; any other says nothing. */
const foreignExtensions = new Set(
  [
    'avif bmp cr2 dng emf eps heic heif ico icns jp2 jxl nef raw svgz tga tif tiff wmf',
    'ai afdesign afphoto blend c4d cdr dwg dxf fig fla idml indd obj psb psd sketch skp stl xcf xd',
    'doc docm docx epub key md mobi numbers odp ods odt pages ppt pptx ps rtf tex txt xls xlsm xlsx',
    'asp aspx c cgi conf cpp cs css csv cfg go htm html ini java js json jsp jsx log mjs php pl py rb rs sh',
    'shtml sql ts tsx vue wasm xhtml xml xsl xslt yaml yml mht mhtml hta swf',
    '7z apk bz2 cab deb dmg gz img iso jar pkg rar rpm tar tgz xz zip zst',
    'bat bin class cmd com cpl dll exe lnk msi msp ps1 reg scr sys vb vbs wsf app elf so',
    '3g2 3gp aac aif aiff flac flv m2ts m3u m3u8 m4a mid midi mka mkv mp3 opus wav wma wmv vob',
    'eot otf ttc ttf woff woff2',
  ]
    .join(' ')
    .split(' '),
)

/** Whether a name has an accepted extension or one that says nothing; the contents decide later. */
export function isNameAccepted(name: string, purpose: FilePurpose): boolean {
  if (purpose === 'TRANSFER') return true
  const type = fileTypeByExtension(name)
  return type ? isAcceptedKind(type.kind, purpose) : !foreignExtensions.has(extensionOf(name))
}
