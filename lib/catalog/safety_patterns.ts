/**
 * What the safety rules look for. A pattern is tried on the whole text, and where it finds something
 * on each line; so none has flag `g`, and every repetition of a wide class has a bound.
 */

/** How much a finding weighs: `high` and `medium` flag a skill, `low` is only listed. */
export type SafetySeverity = "high" | "medium" | "low";

/** One rule. */
export interface SafetyRule {
  id: string;
  /** Severity in running text, where it is an instruction to the agent. */
  inProse: SafetySeverity;
  /** Severity in a fenced shell block, where it is often an installation step; null: not looked for. */
  inShell: SafetySeverity | null;
  /** Whether it is looked for in fenced blocks of other languages as well. */
  everywhere?: boolean;
  /** Whether words such as "never" beside the match turn it into a warning. @default true */
  mayBeWarning?: boolean;
  patterns: readonly RegExp[];
  /** What is wrong, as the end of "The text …". */
  says: string;
}

/** Folders whose loss breaks a system or a user's data. */
const VITAL = String
  .raw`(?:\/(?:\*|bin|boot|dev|etc|home|lib|opt|root|sbin|srv|sys|usr|var|Users|System|Library)?(?:\/\*?)?|~\/?\*?|\$\{?HOME\}?\/?\*?|%USERPROFILE%|[A-Za-z]:[\\/]+(?:\*|Windows\S*|Users)?)`;
/** End of an argument. */
const END = "(?=[\"'`)\\s;&|]|$)";
const DOWNLOAD = String.raw`(?:curl|wget|fetch|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b`;
/** A program that runs what it reads, not one that is given its program by -c or -e. */
const RUNNER = String
  .raw`(?:sudo\s+(?:-\S+\s+)*)?(?:env\s+(?:\w+=\S*\s+)*)?(?:\/\S*\/)?(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|perl|ruby|node|php|iex|Invoke-Expression)(?![\w.-])(?!\s+-(?:c|m|e|n\w*|p\w*|r)\b)`;
const DECODE = String
  .raw`(?:base64\s+(?:-\w+\s+)*(?:-d|-D|--decode)|xxd\s+(?:-p\s+-r|-r\s+-p|-rp)|openssl\s+(?:enc|base64)\s[^|]{0,80}-d)\b`;
/** Files that hold keys and passwords; a public key is none. */
const SECRET_FILE = String
  .raw`(?:\.ssh\/(?:id_(?:rsa|dsa|ecdsa|ed25519)\b(?!\.pub)|\*)|\.aws\/credentials\b|\.netrc\b|\.git-credentials\b|\.pgpass\b|\/etc\/shadow\b|\.gnupg\/(?:private|secring)|\.kube\/config\b|\.docker\/config\.json\b|\.config\/gcloud\/\S*credentials|Login Data\b|login\.keychain|wallet\.dat\b)`;
const ENVIRONMENT_FILE = String.raw`(?:\.env\b(?!\.(?:example|sample|template))|${SECRET_FILE})`;
const SECRET_NOUN = String
  .raw`(?:api[ _-]?keys?|passwords?|passphrases?|credentials?|private keys?|ssh keys?|access tokens?|auth tokens?|session cookies|environment variables|seed phrases?|\.env(?: file)?)`;
const ELSEWHERE = String
  .raw`(?:https?:\/\/|\S+@\S+\.\w|(?:a|an|the|our|this|my) (?:webhook|remote|external|third[- ]party|attacker|telegram|discord|collector|server|endpoint|url)\b|pastebin)`;

/** All rules, in the order in which they are reported. */
export const SAFETY_RULES: readonly SafetyRule[] = [
  {
    id: "destructive-delete",
    inProse: "high",
    inShell: "medium",
    says: "deletes a system folder, a home or a drive",
    patterns: [
      new RegExp(
        String
          .raw`\brm\s+(?:-{1,2}[\w-]+\s+)*-(?:\w*r\w*|-recursive)\s+(?:-{1,2}[\w-]+\s+)*["']?${VITAL}["']?${END}`,
        "i",
      ),
      /\brm\s[^|;]{0,80}--no-preserve-root/,
      /\bfind\s+(?:\/|~)\s[^|;]{0,120}(?:-delete\b|-exec\s+rm\b)/,
      /\b(?:del|erase|rd|rmdir)\s+(?:\/[a-z]\s+)+"?[a-z]:\\(?:\*|windows|users|"|\s|$)/i,
      /\bRemove-Item\b[^|;]{0,80}(?:\s|["'])(?:[A-Za-z]:\\|\/|~|\$HOME)["']?(?=\s|$)[^|;]{0,60}/i,
      /\bformat\s+[a-z]:(?:\s|$)/i,
      /\brmtree\(\s*["'](?:\/|~|\/(?:home|etc|usr|var))["']/,
      /\bdrop\s+(?:database|schema)\s+(?:if\s+exists\s+)?(?:prod|production|\*)/i,
    ],
  },
  {
    id: "disk-overwrite",
    inProse: "high",
    inShell: "low",
    says: "overwrites a disk",
    patterns: [
      /\bmkfs(?:\.\w+)?\s+(?:-\S+\s+)*\/dev\/\w+/,
      /\bdd\s[^|;]{0,120}\bof=\/dev\/(?:sd|hd|nvme|vd|xvd|disk|rdisk|mmcblk)\w*/,
      />\s*\/dev\/(?:sd[a-z]|hd[a-z]|nvme\d|disk\d)/,
      /\bwipefs\s+(?:-a|--all)\b/,
      /\bdiskutil\s+erase(?:Disk|Volume)\b/i,
    ],
  },
  {
    id: "fork-bomb",
    inProse: "high",
    inShell: "high",
    says: "starts processes without end",
    patterns: [/:\s*\(\s*\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/, /%0\s*\|\s*%0/],
  },
  {
    id: "download-and-run",
    inProse: "medium",
    inShell: "low",
    says: "runs a program straight from the network",
    patterns: [
      new RegExp(String.raw`\b${DOWNLOAD}[^|\n]{1,300}\|\s*(?:tee\s+\S+\s*\|\s*)?${RUNNER}`, "i"),
      new RegExp(
        String.raw`\b(?:(?:ba|z)?sh|source|python[\d.]*)\s+(?:-\w+\s+)*<\(\s*(?:curl|wget)\b`,
      ),
      /\b(?:(?:ba|z|da)?sh|python[\d.]*|ruby|perl|node)\s+-[ce]\s+["']?\$\(\s*(?:curl|wget)\b/,
      /\beval\s+["']?(?:\$\(|`)\s*(?:curl|wget)\b/,
      /\b(?:iex|Invoke-Expression)\b[^\n]{0,60}(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)/i,
      /\bexec\(\s*(?:requests\.get|urllib\.request\.urlopen|urlopen)\(/,
      /\b(?:curl|wget)\b[^|\n]{1,200}\s-(?:o|O)\s*(\S+)[^|\n]{0,120}(?:&&|;)\s*(?:sudo\s+)?(?:(?:ba|z)?sh|chmod\s+\S+)\s+\1/,
    ],
  },
  {
    id: "decode-and-run",
    inProse: "high",
    inShell: "high",
    everywhere: true,
    says: "decodes a hidden program and runs it",
    patterns: [
      new RegExp(String.raw`\b${DECODE}[^|\n]{0,80}\|\s*${RUNNER}`, "i"),
      new RegExp(String.raw`\b(?:eval|(?:ba|z)?sh\s+-c|source)\s+[^\n]{0,200}\b${DECODE}`),
      /\b(?:exec|eval)\(\s*(?:compile\(\s*)?(?:base64\.|bytes\.fromhex|codecs\.decode|zlib\.decompress|marshal\.loads|atob\(|Buffer\.from\([^)]{0,400},\s*["']base64)/,
      /\bpowershell(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{16,}/i,
      /\b(?:iex|Invoke-Expression)\b[^\n]{0,100}FromBase64String/i,
    ],
  },
  {
    id: "reverse-shell",
    inProse: "high",
    inShell: "high",
    everywhere: true,
    says: "hands a shell to another machine",
    patterns: [
      /\b(?:ba|z)?sh\s+-i\b[^\n]{0,30}\/dev\/(?:tcp|udp)\//,
      /\b(?:nc|ncat|netcat)\b[^\n|]{0,60}\s-(?:\w*e|-exec|c)\s+(?:\/bin\/)?(?:ba|z)?sh\b/,
      /\bsocat\b[^\n]{0,80}exec:["']?(?:\/bin\/)?(?:ba)?sh/i,
    ],
  },
  {
    id: "world-writable",
    inProse: "medium",
    inShell: "low",
    says: "lets everybody on the machine write files",
    patterns: [
      /\bchmod\s+(?:-{1,2}[\w-]+\s+)*0?[0-7]?(?:[67][67][67])\b/,
      /\bchmod\s+(?:-{1,2}[\w-]+\s+)*(?:[ugo]*[oa][ugo]*|ugo)?\+r?w(?:x|X)?\b(?<=[oa]\w*\+\w+)/,
      /\bicacls\b[^\n]{0,80}\bEveryone:\(?F/i,
    ],
  },
  {
    id: "miner",
    inProse: "high",
    inShell: "high",
    says: "mines crypto-currency",
    patterns: [
      /\bstratum\+(?:tcp|ssl):\/\//i,
      /(?:^|[\s`"'./])(?:xmrig|minerd|cpuminer(?:-multi)?|ethminer|nbminer|lolminer|phoenixminer|ccminer)(?![\w-])/i,
      /\bcoinhive\b/i,
    ],
  },
  {
    id: "secret-reading",
    inProse: "high",
    inShell: "medium",
    says: "reads keys or passwords of the user",
    patterns: [
      new RegExp(
        String
          .raw`\b(?:cat|less|more|head|tail|cp|mv|scp|rsync|tar|zip|base64|xxd|strings|grep|type|open|read|print|copy|collect|dump|show|output|upload|send)\b[^|;\n]{0,100}${SECRET_FILE}`,
        "i",
      ),
      /\bsecurity\s+(?:find-(?:generic|internet)-password\b[^\n]{0,80}\s-w\b|dump-keychain)/,
      /\b(?:mimikatz|lazagne)\b/i,
    ],
  },
  {
    id: "secret-sending",
    inProse: "high",
    inShell: "high",
    everywhere: true,
    says: "sends keys, passwords or the environment elsewhere",
    patterns: [
      new RegExp(
        String
          .raw`(?:\b(?:env|printenv|export\s+-p)\b|\b(?:cat|base64|tar\s\S+)\s[^|;\n]{0,60}${ENVIRONMENT_FILE}[^|\n]{0,40})\s*(?:\|\s*(?:base64|gzip|xxd)[^|\n]{0,20})?\|\s*(?:curl|wget|nc|ncat|netcat)\b`,
      ),
      new RegExp(
        String
          .raw`\b(?:curl|wget|http)\b[^|\n]{0,200}(?:@|\$\((?:cat|base64|<)\s*|--upload-file\s+|-T\s+|--post-file[= ])["']?\S{0,40}?${ENVIRONMENT_FILE}`,
      ),
      /\b(?:curl|wget)\b[^|\n]{0,200}\$\(\s*(?:env|printenv)\b/,
      new RegExp(
        String
          .raw`\b(?:send|upload|post|e-?mail|forward|transmit|exfiltrate|leak|submit|report)\b[^.\n]{0,60}\b(?:the |their |user'?s? |all |any )[^.\n]{0,30}${SECRET_NOUN}[^.\n]{0,40}\bto\s+${ELSEWHERE}`,
        "i",
      ),
    ],
  },
  {
    id: "prompt-injection",
    inProse: "high",
    inShell: "medium",
    everywhere: true,
    says: "speaks against the agent's other instructions or behind the user's back",
    patterns: [
      /\b(?:ignore|disregard|forget|override|bypass|discard)\s+(?:all\s+|any\s+|of\s+|the\s+|your\s+|every\s+|these\s+|those\s+|other\s+){0,4}(?:previous|prior|preceding|above|earlier|existing|original|former|system)\s+(?:\w+\s+){0,2}(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|messages?|constraints?)\b/i,
      /\b(?:ignore|disregard|bypass|disable|override|turn off)\s+(?:all\s+|any\s+|the\s+){0,2}(?:your\s+)(?:\w+\s+){0,2}(?:safety|guardrails?|restrictions?|content polic\w+|guidelines?|alignment|ethic\w*)\b/i,
      /\byou are (?:now|no longer)\s+(?:DAN\b|unrestricted|uncensored|jailbroken|in developer mode|bound by|free (?:from|of)|an? (?:unrestricted|unfiltered|uncensored)|limited by)/i,
      /\b(?:do not|don'?t|never)\s+(?:tell|inform|notify|alert|warn)\s+(?:the |your )?(?:user|human|operator|owner)s?\b(?!\s+(?:to|how|what|which|when|where|who|more|twice|unless|until|before|why|if|they|it'?s|you)\b)/i,
      /\bwithout\s+(?:telling|informing|notifying|alerting)\s+(?:the |your )?(?:user|human|operator|owner)s?\b/i,
      /\b(?:hide|conceal|keep)\s+(?:this|that|it|these|your actions|the (?:action|command|call|step|output)s?)\s+(?:hidden |secret )?from\s+(?:the |your )?(?:user|human|operator)s?\b/i,
      /\b(?:reveal|print|output|repeat|leak|disclose|send)\s+(?:me\s+|us\s+)?(?:your|the)\s+(?:entire\s+|full\s+|whole\s+|hidden\s+)?(?:system|developer)\s+(?:prompt|message|instructions)\b/i,
      /(?:忽略|无视|無視|忘记|忘記)(?:掉)?(?:你)?(?:之前|以上|先前|前面|上述|此前|所有|一切)[^，。\n]{0,8}(?:指令|指示|提示|规则|規則|要求|设定)/,
      /(?:不要|不得|别|切勿|勿)(?:让|讓)?(?:告诉|告訴|告知|通知|提醒|透露给)(?:任何)?(?:用户|使用者|用戶)(?!如何|怎么|去|要)/,
      /(?:これまで|以前|上記|前|すべて|全て)の[^、。\n]{0,10}(?:指示|命令|ルール|プロンプト|指令)[^、。\n]{0,4}(?:無視|忘れ|破棄)/,
      /ユーザーに(?:は)?(?:知らせ|伝え|教え|通知せ|気づかれ)(?:ない|ず)/,
      /(?:이전|앞선|위의|기존|모든)[^.\n]{0,8}(?:지시|명령|규칙|프롬프트|지침)[^.\n]{0,8}(?:무시|잊)/,
      /사용자(?:에게|한테)(?:는)?\s*(?:절대\s*)?(?:알리지|말하지|보고하지)\s*(?:마|말|않)/,
    ],
  },
  {
    id: "hidden-unicode",
    inProse: "high",
    inShell: "high",
    everywhere: true,
    mayBeWarning: false,
    says: "holds characters that a person cannot see",
    patterns: [
      // Directions that reorder what is read; the marks LRM and RLM alone do not.
      /[\u202a-\u202e\u2066-\u2069]/u,
      // Tags spell out text unseen; behind a black flag they make the flag of a region.
      /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/u,
      // A run of selectors, or of zero-width characters, carries bits.
      /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,}/u,
      /[\u200b-\u200d\u2060-\u2064\ufeff]{3,}/u,
      // Inside a word of Latin letters they break the search for that word.
      /[A-Za-z][\u200b-\u200d\u2060-\u2064\u00ad\ufeff][A-Za-z]/u,
    ],
  },
];
