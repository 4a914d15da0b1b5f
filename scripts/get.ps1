<#
.SYNOPSIS
Gets skill-retrieval and installs it as a plugin of Hermes:

    irm https://github.com/skill-retrieval/skill-retrieval/releases/latest/download/get.ps1 | iex

Downloads the archive for Windows, compares its SHA-256 with SHA256SUMS of the same release, and only
then unpacks it and runs its own `install`. Arguments go to `install`:

    & ([scriptblock]::Create((irm …/get.ps1))) --home D:\hermes

SKILL_RETRIEVAL_DOWNLOADS   where the files of the release lie (an address or a folder)
#>
function Get-SkillRetrieval {
  $ErrorActionPreference = 'Stop'
  # Progress bars slow Windows PowerShell's downloads down many times.
  $ProgressPreference = 'SilentlyContinue'
  $downloads = $env:SKILL_RETRIEVAL_DOWNLOADS
  if (-not $downloads) {
    $downloads = 'https://github.com/skill-retrieval/skill-retrieval/releases/latest/download'
  }
  if (-not [Environment]::Is64BitOperatingSystem) { throw 'skill-retrieval: there is no build for 32-bit Windows' }
  $target = 'windows-x64'
  $work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
  New-Item -ItemType Directory -Path $work | Out-Null

  function Receive-ReleaseFile([string] $name) {
    $path = Join-Path $work $name
    if ($downloads -match '^https?://') {
      Invoke-WebRequest -UseBasicParsing -Uri "$downloads/$name" -OutFile $path
    } else {
      Copy-Item -Path (Join-Path $downloads $name) -Destination $path
    }
    $path
  }

  try {
    $sums = Get-Content (Receive-ReleaseFile 'SHA256SUMS')
    $line = @($sums | Where-Object { $_ -match "^([0-9a-f]{64})  (skill-retrieval-plugin-\d\S*-$target\.zip)$" })
    if ($line.Count -ne 1) { throw "skill-retrieval: the release has no archive for $target" }
    $expected, $name = $line[0] -split '  '
    $archive = Receive-ReleaseFile $name
    $found = (Get-FileHash -Algorithm SHA256 -Path $archive).Hash.ToLowerInvariant()
    if ($found -ne $expected) {
      throw "skill-retrieval: $name is not what SHA256SUMS says ($found instead of $expected); nothing was installed"
    }
    Expand-Archive -Path $archive -DestinationPath $work
    & (Join-Path $work 'skill-retrieval\skill-retrieval.exe') install @args
    if ($LASTEXITCODE -ne 0) { throw "skill-retrieval: install ended with code $LASTEXITCODE" }
  } finally {
    Remove-Item -Recurse -Force -Path $work -ErrorAction SilentlyContinue
  }
}

Get-SkillRetrieval @args
