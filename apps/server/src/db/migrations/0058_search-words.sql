CREATE FUNCTION searchable_words(given text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  t text COLLATE "C" := given;
  words text[];
BEGIN
  IF octet_length(t) > length(t) THEN
    IF t ~ '[\ua7f1\U000105c9\U000105e4\U00011383\U00011385\U0001138e\U00011391\U000113c5\U000113c7-\U000113c8\U00016121-\U00016128\U00016d68-\U00016d6a\U0001ccd6-\U0001ccf9\U0001e030-\U0001e06d]' THEN
    t := translate(t, '꟱𐗉𐗤𜳖𜳗𜳘𜳙𜳚𜳛𜳜𜳝𜳞𜳟𜳠𜳡𜳢𜳣𜳤𜳥𜳦𜳧𜳨𜳩𜳪𜳫𜳬𜳭𜳮𜳯𜳰𜳱𜳲𜳳𜳴𜳵𜳶𜳷𜳸𜳹𞀰𞀱𞀲𞀳𞀴𞀵𞀶𞀷𞀸𞀹𞀺𞀻𞀼𞀽𞀾𞀿𞁀𞁁𞁂𞁃𞁄𞁅𞁆𞁇𞁈𞁉𞁊𞁋𞁌𞁍𞁎𞁏𞁐𞁑𞁒𞁓𞁔𞁕𞁖𞁗𞁘𞁙𞁚𞁛𞁜𞁝𞁞𞁟𞁠𞁡𞁢𞁣𞁤𞁥𞁦𞁧𞁨𞁩𞁪𞁫𞁬𞁭', 's𐗒𐗚abcdefghijklmnopqrstuvwxyz0123456789абвгдежзиклмопрстуфхцчшыэюꚉәіјөүӏабвгдежзиклопсуфхцчшъыґіѕџҫꙑұ');
    t := replace(t, '𑎃', '𑎃');
    t := replace(t, '𑎅', '𑎅');
    t := replace(t, '𑎎', '𑎎');
    t := replace(t, '𑎑', '𑎑');
    t := replace(t, '𑏅', '𑏅');
    t := replace(t, '𑏇', '𑏇');
    t := replace(t, '𑏈', '𑏈');
    t := replace(t, '𖄡', '𖄡');
    t := replace(t, '𖄢', '𖄢');
    t := replace(t, '𖄣', '𖄣');
    t := replace(t, '𖄤', '𖄤');
    t := replace(t, '𖄥', '𖄥');
    t := replace(t, '𖄦', '𖄦');
    t := replace(t, '𖄧', '𖄧');
    t := replace(t, '𖄨', '𖄨');
    t := replace(t, '𖵨', '𖵨');
    t := replace(t, '𖵩', '𖵩');
    t := replace(t, '𖵪', '𖵪');
    END IF;
    t := normalize(regexp_replace(t, '([\u2116\u2120-\u2122\u2139\u2460-\u24ff\u3200-\u33ff\U0001f100-\U0001f265])', ' \1 ', 'g'), NFKD);
    t := regexp_replace(t, '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0600-\u0605\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u070f\u0711\u0730-\u074a\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0890-\u089f\u08ca-\u08ff\u093c\u0951-\u0954\u135d-\u135f\u180b-\u180f\u1885-\u1886\u1ab0-\u1abd\u1abf-\u1aeb\u1cd0-\u1cd2\u1cd4-\u1ce0\u1ce2-\u1ce8\u1ced\u1cf4\u1cf8-\u1cf9\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20dc\u20e1\u20e5-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302d\ua66f\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ufb1e\ufe00-\ufe2f\ufeff-\ufffb\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U000110bd\U000110cd\U00013430-\U00013440\U00013447-\U00013455\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f8f-\U00016f92\U00016fe4\U0001bc9d-\U0001bc9e\U0001bca0-\U0001bca3\U0001cf00-\U0001cf46\U0001d167-\U0001d169\U0001d173-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001daaf\U0001e000-\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0001-\U000e01ef]+', '', 'g');
    IF t ~ '[\u00d0\u00d8\u00de\u00f8\u0110-\u0111\u0126\u0131\u0141-\u0142\u014a\u0166\u0181-\u0182\u0184\u0186-\u0187\u0189-\u018b\u018e-\u0191\u0193-\u0194\u0196-\u0198\u019c-\u019d\u019f\u01a2\u01a4\u01a6-\u01a7\u01a9\u01ac\u01ae\u01b1-\u01b3\u01b5\u01b7-\u01b8\u01bc\u01e4\u01f6-\u01f7\u021c\u0220\u0222\u0224\u023a-\u023b\u023d-\u023e\u0241\u0243-\u0246\u0248\u024a\u024c\u024e]' THEN
    t := translate(t, 'ÐØÞøĐđĦıŁłŊŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎ', 'ðoþoddħillŋŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏ');
    END IF;
    IF t ~ '[\u0370\u0372\u0376\u037f\u0391-\u03a1\u03a3-\u03a9\u03c2\u03cf\u03d8\u03da\u03dc\u03de\u03e0\u03e2\u03e4\u03e6\u03e8\u03ea\u03ec\u03ee\u03f7\u03fa\u03fd-\u03ff]' THEN
    t := translate(t, 'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿ', 'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽ');
    END IF;
    IF t ~ '[\u0402\u0404-\u0406\u0408-\u040b\u040f-\u0418\u041a-\u042f]' THEN
    t := translate(t, 'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ', 'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюя');
    END IF;
    IF t ~ '[\u0460\u0462\u0464\u0466\u0468\u046a\u046c\u046e\u0470\u0472\u0474\u0478\u047a\u047c\u047e\u0480\u048a\u048c\u048e\u0490\u0492\u0494\u0496\u0498\u049a\u049c\u049e\u04a0\u04a2\u04a4\u04a6\u04a8\u04aa\u04ac\u04ae\u04b0\u04b2\u04b4\u04b6\u04b8\u04ba\u04bc\u04be\u04c0\u04c3\u04c5\u04c7\u04c9\u04cb\u04cd\u04d4\u04d8\u04e0\u04e8\u04f6\u04fa\u04fc\u04fe\u0500\u0502\u0504\u0506\u0508\u050a\u050c\u050e\u0510\u0512\u0514\u0516\u0518\u051a\u051c\u051e\u0520\u0522\u0524\u0526\u0528\u052a\u052c\u052e]' THEN
    t := translate(t, 'ѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮ', 'ѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯ');
    END IF;
    IF t ~ '[\u0531-\u0556\u10a0-\u10c5\u10c7\u10cd\u13a0-\u13f5\u1c89\u1c90-\u1cba\u1cbd-\u1cbf\u1efa\u1efc\u1efe\u2132\u2183\u2c00-\u2c2f\u2c60\u2c62-\u2c64\u2c67\u2c69\u2c6b\u2c6d-\u2c70\u2c72\u2c75\u2c7e-\u2c80\u2c82\u2c84\u2c86\u2c88\u2c8a\u2c8c\u2c8e\u2c90\u2c92\u2c94\u2c96\u2c98\u2c9a\u2c9c\u2c9e\u2ca0\u2ca2\u2ca4\u2ca6\u2ca8\u2caa\u2cac\u2cae\u2cb0\u2cb2\u2cb4\u2cb6\u2cb8\u2cba\u2cbc\u2cbe\u2cc0\u2cc2\u2cc4\u2cc6\u2cc8\u2cca\u2ccc\u2cce\u2cd0\u2cd2\u2cd4\u2cd6\u2cd8\u2cda\u2cdc\u2cde\u2ce0\u2ce2\u2ceb\u2ced\u2cf2\ua640\ua642\ua644\ua646\ua648\ua64a\ua64c\ua64e\ua650\ua652\ua654\ua656\ua658\ua65a\ua65c\ua65e\ua660\ua662\ua664\ua666\ua668\ua66a\ua66c\ua680\ua682\ua684\ua686\ua688\ua68a\ua68c\ua68e\ua690\ua692\ua694\ua696\ua698\ua69a\ua722\ua724\ua726\ua728\ua72a\ua72c\ua72e\ua732\ua734\ua736\ua738\ua73a\ua73c\ua73e\ua740\ua742\ua744\ua746\ua748\ua74a\ua74c\ua74e\ua750\ua752\ua754\ua756\ua758\ua75a\ua75c\ua75e\ua760\ua762\ua764\ua766\ua768\ua76a\ua76c\ua76e\ua779\ua77b\ua77d-\ua77e\ua780\ua782\ua784\ua786\ua78b\ua78d\ua790\ua792\ua796\ua798\ua79a\ua79c\ua79e\ua7a0\ua7a2\ua7a4\ua7a6\ua7a8\ua7aa-\ua7ae\ua7b0-\ua7b4\ua7b6\ua7b8\ua7ba\ua7bc\ua7be\ua7c0\ua7c2\ua7c4-\ua7c7\ua7c9\ua7cb-\ua7cc\ua7ce\ua7d0\ua7d2\ua7d4\ua7d6\ua7d8\ua7da\ua7dc\ua7f5\U00010400-\U00010427\U000104b0-\U000104d3\U00010570-\U0001057a\U0001057c-\U0001058a\U0001058c-\U00010592\U00010594-\U00010595\U00010c80-\U00010cb2\U00010d50-\U00010d65\U000118a0-\U000118bf\U00016e40-\U00016e5f\U00016ea0-\U00016eb8\U0001e900-\U0001e921]' THEN
    t := translate(t, 'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿỺỼỾℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡', 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿỻỽỿⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃');
    END IF;
    t := replace(t, 'Æ', 'ae');
    t := replace(t, 'ß', 'ss');
    t := replace(t, 'æ', 'ae');
    t := replace(t, 'Œ', 'oe');
    t := replace(t, 'œ', 'oe');
    t := replace(t, 'ẞ', 'ss');
  END IF;
  -- A tsvector holds a megabyte.
  t := left(lower(t), 65000);
  words := regexp_split_to_array(t, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed\u02ef-\u02ff\u0375\u03f6\u0482-\u0489\u055a-\u055f\u0589-\u05c6\u05f3-\u061f\u066a-\u066d\u06d4\u06de\u06e9\u06fd-\u06fe\u0700-\u070d\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e\u085e\u0888\u0964-\u0965\u0970\u09f2-\u09f3\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u1940-\u1945\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1abe\u1b4e-\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cd3\u2010-\u212e\u213a-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f\u30a0\u30fb\u3190-\u3191\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff\ua60d-\ua60f\ua670-\ua67e\ua6f2-\ua716\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1\uab5b\uab6a-\uab6b\uabeb\ue000-\uf8ff\ufbb2-\ufe46\ufffc-\ufffd\U00010100-\U00010102\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f\U00010857\U00010877-\U00010878\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8\U00010af0-\U00010af6\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010d8e-\U00010d8f\U00010ead\U00010ed0-\U00010ed8\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb-\U000110c1\U00011140-\U00011143\U00011174-\U00011175\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9\U000113d4-\U000113d8\U0001144b-\U0001144f\U0001145a-\U0001145d\U000114c6\U000115c1-\U000115d7\U00011641-\U00011643\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70-\U00011c71\U00011ef7-\U00011ef8\U00011f43-\U00011f4f\U00011fd5-\U00011fff\U00012470-\U00012474\U00012ff1-\U00012ff2\U00016a6e-\U00016a6f\U00016af5\U00016b37-\U00016b3f\U00016b44-\U00016b45\U00016d6d-\U00016d6f\U00016e97-\U00016e9a\U00016fe2\U0001bc9c-\U0001d15d\U0001d16a-\U0001d16c\U0001d183-\U0001d245\U0001d300-\U0001d356\U0001d800-\U0001da8b\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e-\U0001e95f\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001f0f5\U0001f10d-\U0001fbfa\U000f0000-\U0010fffd\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0edf\u1000-\u1049\u1050-\u109d\u1780-\u17d3\u17d7\u17dc-\u17f9\u1950-\u19da\u1a20-\u1a99\u1aa7\u1b00-\u1b4c\u1b50-\u1b59\u1b6b-\u1b73\u3005-\u3007\u3021-\u302f\u3031-\u3035\u303b-\u303c\u3041-\u309d\u30a1-\u30f6\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua48c\ua980-\ua9c0\ua9cf-\ua9d9\ua9e0-\ua9fe\uaa60-\uaa76\uaa7a-\uaadd\U00012000-\U0001246e\U00012480-\U00012ff0\U00013000-\U00014646\U00016fe0-\U00016fe1\U00016fe3-\U0001b2fb\U00020000-\U00033479]+');
  IF length(t) > 200 THEN
    words := array(SELECT left(word, 200) FROM unnest(words) word);
  END IF;
  IF t ~ '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0edf\u1000-\u1049\u1050-\u109d\u1780-\u17d3\u17d7\u17dc-\u17f9\u1950-\u19da\u1a20-\u1a99\u1aa7\u1b00-\u1b4c\u1b50-\u1b59\u1b6b-\u1b73\u3005-\u3007\u3021-\u302f\u3031-\u3035\u303b-\u303c\u3041-\u309d\u30a1-\u30f6\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua48c\ua980-\ua9c0\ua9cf-\ua9d9\ua9e0-\ua9fe\uaa60-\uaa76\uaa7a-\uaadd\U00012000-\U0001246e\U00012480-\U00012ff0\U00013000-\U00014646\U00016fe0-\U00016fe1\U00016fe3-\U0001b2fb\U00020000-\U00033479]' THEN
    words := words || array(SELECT concat(a, b, c, d) FROM (
      SELECT string_to_array(run[1], null) letters FROM regexp_matches(t, '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0edf\u1000-\u1049\u1050-\u109d\u1780-\u17d3\u17d7\u17dc-\u17f9\u1950-\u19da\u1a20-\u1a99\u1aa7\u1b00-\u1b4c\u1b50-\u1b59\u1b6b-\u1b73\u3005-\u3007\u3021-\u302f\u3031-\u3035\u303b-\u303c\u3041-\u309d\u30a1-\u30f6\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua48c\ua980-\ua9c0\ua9cf-\ua9d9\ua9e0-\ua9fe\uaa60-\uaa76\uaa7a-\uaadd\U00012000-\U0001246e\U00012480-\U00012ff0\U00013000-\U00014646\U00016fe0-\U00016fe1\U00016fe3-\U0001b2fb\U00020000-\U00033479]+', 'g') run) runs,
      unnest(letters, letters[2:], letters[3:], letters[4:]) beginning(a, b, c, d));
  END IF;
  RETURN array_to_tsvector(array_remove(words, ''));
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given text;
BEGIN
  CASE tg_argv[0]
    WHEN 'message' THEN given := new.message;
    WHEN 'note' THEN given := new.note;
    WHEN 'name' THEN given := new.name;
    WHEN 'name description' THEN given := new.name || ' ' || new.description;
    ELSE given := new.title || ' ' || new.description;
  END CASE;
  IF tg_op = 'INSERT' THEN
    new.search_words := searchable_words(given);
    RETURN new;
  END IF;
  -- Afterwards: with a trigger before updates, PostgreSQL computes "search" at every update.
  EXECUTE format('UPDATE %s SET search_words = $1 WHERE id = $2', tg_relid::regclass)
    USING searchable_words(given), new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TABLE "search_fills" (
	"name" text PRIMARY KEY NOT NULL,
	"after" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "search_words" "tsvector";--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "search_words" "tsvector";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "search_words" "tsvector";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "search_words" "tsvector";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "search_words" "tsvector";--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "search_words" "tsvector";--> statement-breakpoint
ALTER TABLE "private_notes" ADD COLUMN "search_words" "tsvector";--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "search_words" "tsvector";--> statement-breakpoint
CREATE INDEX "comments_words" ON "comments" USING gin ("search_words") WHERE search_words is not null;--> statement-breakpoint
CREATE INDEX "replies_words" ON "replies" USING gin ("search_words") WHERE search_words is not null;--> statement-breakpoint
CREATE INDEX "files_words" ON "files" USING gin ("search_words") WHERE search_words is not null;--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin ("search_words") WHERE search_words is not null;--> statement-breakpoint
CREATE INDEX "reviews_words" ON "reviews" USING gin ("search_words") WHERE search_words is not null;--> statement-breakpoint
CREATE INDEX "transfers_words" ON "transfers" USING gin ("search_words") WHERE deleted_at is null and search_words is not null;--> statement-breakpoint
CREATE INDEX "tasks_words" ON "tasks" USING gin ("search_words") WHERE deleted_at is null and search_words is not null;
--> statement-breakpoint
CREATE TRIGGER comments_words_insert BEFORE INSERT ON "comments" FOR EACH ROW EXECUTE FUNCTION keep_search_words('message');
--> statement-breakpoint
CREATE TRIGGER comments_words_update AFTER UPDATE OF message ON "comments" FOR EACH ROW WHEN (old.message IS DISTINCT FROM new.message) EXECUTE FUNCTION keep_search_words('message');
--> statement-breakpoint
CREATE TRIGGER replies_words_insert BEFORE INSERT ON "replies" FOR EACH ROW EXECUTE FUNCTION keep_search_words('message');
--> statement-breakpoint
CREATE TRIGGER replies_words_update AFTER UPDATE OF message ON "replies" FOR EACH ROW WHEN (old.message IS DISTINCT FROM new.message) EXECUTE FUNCTION keep_search_words('message');
--> statement-breakpoint
CREATE TRIGGER messages_words_insert BEFORE INSERT ON "messages" FOR EACH ROW EXECUTE FUNCTION keep_search_words('message');
--> statement-breakpoint
CREATE TRIGGER messages_words_update AFTER UPDATE OF message ON "messages" FOR EACH ROW WHEN (old.message IS DISTINCT FROM new.message) EXECUTE FUNCTION keep_search_words('message');
--> statement-breakpoint
CREATE TRIGGER files_words_insert BEFORE INSERT ON "files" FOR EACH ROW EXECUTE FUNCTION keep_search_words('name');
--> statement-breakpoint
CREATE TRIGGER files_words_update AFTER UPDATE OF name ON "files" FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION keep_search_words('name');
--> statement-breakpoint
CREATE TRIGGER transfers_words_insert BEFORE INSERT ON "transfers" FOR EACH ROW EXECUTE FUNCTION keep_search_words('name');
--> statement-breakpoint
CREATE TRIGGER transfers_words_update AFTER UPDATE OF name ON "transfers" FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION keep_search_words('name');
--> statement-breakpoint
CREATE TRIGGER private_notes_words_insert BEFORE INSERT ON "private_notes" FOR EACH ROW EXECUTE FUNCTION keep_search_words('note');
--> statement-breakpoint
CREATE TRIGGER private_notes_words_update AFTER UPDATE OF note ON "private_notes" FOR EACH ROW WHEN (old.note IS DISTINCT FROM new.note) EXECUTE FUNCTION keep_search_words('note');
--> statement-breakpoint
CREATE TRIGGER reviews_words_insert BEFORE INSERT ON "reviews" FOR EACH ROW EXECUTE FUNCTION keep_search_words('name description');
--> statement-breakpoint
CREATE TRIGGER reviews_words_update AFTER UPDATE OF name, description ON "reviews" FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description) EXECUTE FUNCTION keep_search_words('name description');
--> statement-breakpoint
CREATE TRIGGER tasks_words_insert BEFORE INSERT ON "tasks" FOR EACH ROW EXECUTE FUNCTION keep_search_words('title description');
--> statement-breakpoint
CREATE TRIGGER tasks_words_update AFTER UPDATE OF title, description ON "tasks" FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.description IS DISTINCT FROM new.description) EXECUTE FUNCTION keep_search_words('title description');
--> statement-breakpoint
INSERT INTO search_fills SELECT name, '00000000-0000-0000-0000-000000000000' FROM (
  SELECT 'comments', EXISTS (SELECT 1 FROM "comments") UNION ALL
  SELECT 'replies', EXISTS (SELECT 1 FROM "replies") UNION ALL
  SELECT 'messages', EXISTS (SELECT 1 FROM "messages") UNION ALL
  SELECT 'files', EXISTS (SELECT 1 FROM "files") UNION ALL
  SELECT 'transfers', EXISTS (SELECT 1 FROM "transfers") UNION ALL
  SELECT 'private_notes', EXISTS (SELECT 1 FROM "private_notes") UNION ALL
  SELECT 'reviews', EXISTS (SELECT 1 FROM "reviews") UNION ALL
  SELECT 'tasks', EXISTS (SELECT 1 FROM "tasks") UNION ALL
  SELECT 'connection_profiles', EXISTS (SELECT 1 FROM "connection_profiles")) filled(name, has_rows) WHERE has_rows;
