# Zsh that the grammar only half knows.

autoload -Uz compinit
setopt extended_glob
typeset -gA ICONS
ICONS=(ok "+" bad "-")

function prompt_git() {
  local ref=${$(git symbolic-ref HEAD)#refs/heads/}
  print -P "%F{red}${(%):-%n}%f $ref"
}

plugins=(${(f)"$(ls)"})

_complete_it() {
  _arguments '-a[all]' '*:file:_files'
}
compdef _complete_it it

add-zsh-hook precmd prompt_git
alias -s txt=less
alias -g L='| less'
alias reload='source ~/.zshrc'
