/** Zones as people name them. Cities of Russia, of its neighbours, and where its people often are. */

/** Buttons of /timezone, from west to east: name and IANA zone. */
export const RUSSIAN_ZONES = [
  ['Калининград', 'Europe/Kaliningrad'],
  ['Москва', 'Europe/Moscow'],
  ['Самара', 'Europe/Samara'],
  ['Екатеринбург', 'Asia/Yekaterinburg'],
  ['Омск', 'Asia/Omsk'],
  ['Новосибирск', 'Asia/Novosibirsk'],
  ['Красноярск', 'Asia/Krasnoyarsk'],
  ['Иркутск', 'Asia/Irkutsk'],
  ['Якутск', 'Asia/Yakutsk'],
  ['Владивосток', 'Asia/Vladivostok'],
  ['Магадан', 'Asia/Magadan'],
  ['Камчатка', 'Asia/Kamchatka'],
] as const;

/** Names that people type, by zone: lower case, е for ё, hyphens within a name. The first one is shown. */
export const ZONE_NAMES: Readonly<Record<string, string>> = {
  'Europe/Kaliningrad': 'калининград советск балтийск',
  'Europe/Moscow':
    'москва питер спб санкт-петербург петербург воронеж казань ростов ростов-на-дону краснодар сочи нижний-новгород тула рязань тверь ярославль владимир иваново калуга брянск орел курск белгород липецк тамбов пенза саранск чебоксары йошкар-ола смоленск псков великий-новгород петрозаводск мурманск архангельск вологда череповец сыктывкар ставрополь махачкала грозный владикавказ нальчик черкесск майкоп элиста новороссийск анапа таганрог',
  'Europe/Simferopol': 'симферополь севастополь крым ялта керчь',
  'Europe/Kirov': 'киров вятка',
  'Europe/Volgograd': 'волгоград волжский',
  'Europe/Samara': 'самара тольятти ижевск сызрань удмуртия',
  'Europe/Saratov': 'саратов энгельс балаково',
  'Europe/Ulyanovsk': 'ульяновск димитровград',
  'Europe/Astrakhan': 'астрахань',
  'Asia/Yekaterinburg':
    'екатеринбург екб челябинск уфа пермь тюмень оренбург курган магнитогорск сургут нижневартовск ханты-мансийск салехард новый-уренгой нижний-тагил стерлитамак',
  'Asia/Omsk': 'омск',
  'Asia/Novosibirsk': 'новосибирск нск бердск',
  'Asia/Barnaul': 'барнаул бийск горно-алтайск алтай',
  'Asia/Tomsk': 'томск северск',
  'Asia/Novokuznetsk': 'новокузнецк кемерово кузбасс',
  'Asia/Krasnoyarsk': 'красноярск норильск абакан кызыл',
  'Asia/Irkutsk': 'иркутск братск ангарск улан-удэ бурятия',
  'Asia/Chita': 'чита забайкалье',
  'Asia/Yakutsk': 'якутск благовещенск нерюнгри',
  'Asia/Vladivostok': 'владивосток хабаровск уссурийск находка комсомольск-на-амуре биробиджан',
  'Asia/Sakhalin': 'сахалин южно-сахалинск',
  'Asia/Magadan': 'магадан',
  'Asia/Srednekolymsk': 'среднеколымск',
  'Asia/Kamchatka': 'камчатка петропавловск-камчатский',
  'Asia/Anadyr': 'анадырь чукотка',
  'Europe/Minsk': 'минск беларусь гомель брест гродно витебск могилев',
  'Europe/Kyiv': 'киев украина харьков одесса львов днепр',
  'Europe/Chisinau': 'кишинев молдова тирасполь',
  'Asia/Almaty': 'алматы алма-ата астана нур-султан казахстан шымкент караганда',
  'Asia/Qyzylorda': 'кызылорда',
  'Asia/Aqtau': 'актау атырау уральск',
  'Asia/Tashkent': 'ташкент узбекистан',
  'Asia/Samarkand': 'самарканд бухара',
  'Asia/Bishkek': 'бишкек киргизия кыргызстан ош',
  'Asia/Dushanbe': 'душанбе таджикистан',
  'Asia/Ashgabat': 'ашхабад туркмения',
  'Asia/Tbilisi': 'тбилиси грузия батуми',
  'Asia/Yerevan': 'ереван армения гюмри',
  'Asia/Baku': 'баку азербайджан',
  'Europe/Riga': 'рига латвия',
  'Europe/Vilnius': 'вильнюс литва',
  'Europe/Tallinn': 'таллин эстония',
  'Europe/Helsinki': 'хельсинки финляндия',
  'Europe/Warsaw': 'варшава польша краков',
  'Europe/Berlin': 'берлин германия мюнхен гамбург франкфурт',
  'Europe/Paris': 'париж франция',
  'Europe/London': 'лондон англия великобритания',
  'Europe/Madrid': 'мадрид испания барселона',
  'Europe/Lisbon': 'лиссабон португалия',
  'Europe/Rome': 'рим италия милан',
  'Europe/Prague': 'прага чехия',
  'Europe/Vienna': 'вена австрия',
  'Europe/Belgrade': 'белград сербия нови-сад',
  'Europe/Podgorica': 'подгорица черногория будва',
  'Europe/Athens': 'афины греция',
  'Europe/Sofia': 'софия болгария варна',
  'Europe/Istanbul': 'стамбул турция анталья анкара',
  'Asia/Nicosia': 'никосия кипр лимасол',
  'Asia/Jerusalem': 'иерусалим израиль тель-авив хайфа',
  'Asia/Dubai': 'дубай оаэ абу-даби эмираты',
  'Asia/Kolkata': 'индия дели гоа мумбаи',
  'Asia/Bangkok': 'бангкок таиланд тайланд пхукет паттайя',
  'Asia/Ho_Chi_Minh': 'вьетнам хошимин нячанг ханой',
  'Asia/Makassar': 'бали денпасар',
  'Asia/Jakarta': 'джакарта индонезия',
  'Asia/Shanghai': 'китай пекин шанхай',
  'Asia/Hong_Kong': 'гонконг',
  'Asia/Singapore': 'сингапур',
  'Asia/Tokyo': 'токио япония',
  'Asia/Seoul': 'сеул корея',
  'Asia/Ulaanbaatar': 'улан-батор монголия',
  'Australia/Sydney': 'сидней австралия мельбурн',
  'America/New_York': 'нью-йорк майами бостон вашингтон',
  'America/Chicago': 'чикаго',
  'America/Los_Angeles': 'лос-анджелес сан-франциско калифорния',
  'America/Toronto': 'торонто',
  'America/Sao_Paulo': 'сан-паулу бразилия',
  'America/Argentina/Buenos_Aires': 'буэнос-айрес аргентина',
};

/** What people call Moscow's time beside its places, written like those. */
export const MOSCOW_TIME = 'мск по-москве московское';

const offsetWords = (minutes: number): string => {
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
};

/** A name of `ZONE_NAMES` as it is written: «Ростов-на-Дону», «Нижний Новгород». */
export const placeName = (name: string): string =>
  name
    .replace(/^(нижний|великий|новый)-/, '$1 ')
    .replace(/(^|[ -])(?!на-)([а-яё])/g, (_, before: string, letter: string) => {
      return before + letter.toUpperCase();
    });

/** The city of a zone for people: «Екатеринбург»; undefined where it has none. */
export function zoneCity(zone: string): string | undefined {
  const known = RUSSIAN_ZONES.find((each) => each[1] === zone)?.[0];
  if (known) return known;
  const first = ZONE_NAMES[zone]?.split(' ')[0];
  if (first) return placeName(first);
  return zone.startsWith('Etc/') ? undefined : zone.split('/').at(-1)?.replaceAll('_', ' ');
}

/** A zone for people: «Екатеринбург, UTC+5». `offset` is the present one, in minutes. */
export function zoneName(zone: string, offset: number): string {
  const city = zoneCity(zone);
  return city ? `${city}, ${offsetWords(offset)}` : offsetWords(offset);
}

/** A city behind «по»: «Москве», «Екатеринбургу»; «Тбилиси» and Latin names as they are. */
const dative = (city: string): string =>
  city
    .replace(/^Афины$/, 'Афинам')
    .replace(/ия$/, 'ии')
    .replace(/[ая]$/, 'е')
    .replace(/[ьй]$/, 'ю')
    .replace(/[бвгджзклмнпрстфхцчшщ]$/, '$&у');

/** Clocks there and here at one moment: «12:00 по Москве, у вас 14:00». `offset` is that of `zone`, in minutes. */
export const twoClocks = (there: string, zone: string, offset: number, here: string): string =>
  `${there} по ${dative(zoneCity(zone) ?? offsetWords(offset))}, у вас ${here}`;
